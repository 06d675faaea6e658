/** A page with one line, to try the reader and models that see pictures. */

export const ONE_LINE_SAYS = "Winnow reads this page.";

/** A PDF in a standard font that needs no embedding. Readers repair the missing cross-reference table. */
export const ONE_LINE = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 120]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 52>> stream
BT /F 20 Tf 30 50 Td (${ONE_LINE_SAYS}) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF`;
