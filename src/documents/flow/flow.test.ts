import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Page } from "#documents/document.ts";
import { readDocx } from "#documents/office/read-docx.ts";
import { sniff } from "#documents/sniff.ts";
import { makeDocx, wordParagraph } from "#documents/testing/make-docx.ts";
import { plain } from "./block.ts";
import { htmlBlocks } from "./html-blocks.ts";
import { readHtml } from "./read-html.ts";
import { decodeText, readTextFile } from "./read-text.ts";

const linesIn = (page: Page | undefined) => page?.lines.map((line) => line.text) ?? [];
const cell = (inside: string) => `<w:tc><w:tcPr/>${inside}</w:tc>`;
const textBox = (inside: string) => `<w:pict><v:shape><v:textbox><w:txbxContent>${inside}</w:txbxContent></v:textbox></v:shape></w:pict>`;

describe("a Word document", () => {
  test("is read with headers first, then body, then footers", async () => {
    const page = await readDocx(
      makeDocx(wordParagraph("Body"), { header: wordParagraph("mia@example.com"), footer: wordParagraph("Page of notes") }),
    );
    expect(linesIn(page)).toEqual(["mia@example.com", "Body", "Page of notes"]);
  });

  test("gives the text of a text box once, although the file holds it twice", async () => {
    const both = `<w:p><w:r><mc:AlternateContent><mc:Choice>${textBox(wordParagraph("In the box"))}</mc:Choice><mc:Fallback>${textBox(
      wordParagraph("In the box"),
    )}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(linesIn(await readDocx(makeDocx(both)))).toEqual(["In the box"]);
  });

  test("keeps the cells of a table row side by side, as columns", async () => {
    const row = `<w:tbl><w:tr>${cell(wordParagraph("Skills"))}${cell(wordParagraph("Baking") + wordParagraph("Roasting"))}</w:tr></w:tbl>`;
    const page = await readDocx(makeDocx(row));
    expect(page.lines.map((line) => line.segments.map((segment) => segment.text))).toEqual([["Skills", "Baking"], ["Roasting"]]);
    expect(page.lines[1]?.segments[0]?.box.left).toBe(page.lines[0]?.segments[1]?.box.left);
  });

  test("puts the cells of a table that runs from right to left where they stand, and those behind a wide cell behind it", async () => {
    const texts = (page: Page) => page.lines.map((line) => line.segments.map((segment) => segment.text));
    const row = (...names: string[]) => `<w:tr>${names.map((name) => cell(wordParagraph(name))).join("")}</w:tr>`;
    const table = `<w:tbl><w:tblPr><w:bidiVisual/></w:tblPr>${row("סעיף", "2024", "2023")}${row("מלאי", "1870")}</w:tbl>`;
    const page = await readDocx(makeDocx(table));
    expect(texts(page)).toEqual([
      ["2023", "2024", "סעיף"],
      ["1870", "מלאי"],
    ]);
    expect(page.lines[1]?.segments[0]?.box.left).toBe(page.lines[0]?.segments[1]?.box.left);
    const html = htmlBlocks(`<div dir="rtl"><table><tr><td>סעיף<td>2024<tr><td>מלאי</table></div>`);
    expect(html).toMatchObject([
      {
        kind: "table",
        rows: [
          [[plain("2024")], [plain("סעיף")]],
          [[], [plain("מלאי")]],
        ],
      },
    ]);
    const wide = `<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${wordParagraph("Total")}</w:tc>`;
    const spanned = await readDocx(
      makeDocx(`<w:tbl>${row("Item", "Qty", "Price")}<w:tr>${wide}${cell(wordParagraph("9.00"))}</w:tr></w:tbl>`),
    );
    expect(spanned.lines[1]?.segments[1]?.box.left).toBe(spanned.lines[0]?.segments[2]?.box.left);
  });

  test("gives the target of a hyperlink", async () => {
    const link = `<w:p><w:hyperlink r:id="mail"><w:r><w:t>write to me</w:t></w:r></w:hyperlink></w:p>`;
    const page = await readDocx(makeDocx(link, { links: { mail: "mailto:mia@example.com" } }));
    expect(page.links).toMatchObject([{ text: "write to me", url: "mailto:mia@example.com" }]);
  });

  test("keeps text that its reader does not see out of the lines, and says why", async () => {
    const page = await readDocx(
      makeDocx(
        wordParagraph("Cook") +
          wordParagraph("Rust expert", "<w:vanish/>") +
          wordParagraph("Kubernetes expert", '<w:color w:val="FFFFFF"/>') +
          wordParagraph("Terraform expert", '<w:sz w:val="2"/>'),
      ),
    );
    expect(linesIn(page)).toEqual(["Cook"]);
    expect(page.hidden.map(({ text, reason }) => [text, reason])).toEqual([
      ["Rust expert", "vanish"],
      ["Kubernetes expert", "invisible_color"],
      ["Terraform expert", "tiny"],
    ]);
  });

  test("reads white type on a dark background as visible text", async () => {
    const white = '<w:color w:val="FFFFFF"/>';
    const banner = `<w:p><w:pPr><w:shd w:fill="1F2A44"/></w:pPr><w:r><w:rPr>${white}</w:rPr><w:t>Banner</w:t></w:r></w:p>`;
    const shaded = `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="1F2A44"/></w:tcPr>${wordParagraph("Cell", white)}</w:tc></w:tr></w:tbl>`;
    const page = await readDocx(makeDocx(banner + shaded + wordParagraph("Marked", `${white}<w:highlight w:val="black"/>`)));
    expect(linesIn(page)).toEqual(["Banner", "Cell", "Marked"]);
    expect(page.hidden).toEqual([]);
  });

  test("hides by a style, also by one that another is based on", async () => {
    const styles = `<w:style w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Child"><w:basedOn w:val="Ghost"/></w:style>`;
    const child = `<w:p><w:pPr><w:pStyle w:val="Child"/></w:pPr><w:r><w:t>Unseen</w:t></w:r></w:p>`;
    const page = await readDocx(makeDocx(child + wordParagraph("Seen"), { styles }));
    expect(linesIn(page)).toEqual(["Seen"]);
  });

  test("leaves out what a tracked change deleted", async () => {
    const page = await readDocx(makeDocx(`<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:r><w:t>new</w:t></w:r></w:p>`));
    expect(linesIn(page)).toEqual(["new"]);
  });

  test("that is cut short fails as corrupt_document", async () => {
    const whole = makeDocx(wordParagraph("Body"));
    for (const length of [40, 200, whole.length - 30]) {
      await expect(readDocx(whole.subarray(0, length))).rejects.toMatchObject({ code: "corrupt_document" });
    }
  });
});

describe("plain text", () => {
  test("of every common encoding gives the same words", () => {
    const text = "Zoë Müller-Łukasz\nKöchin in Zürich, früher Küche und Bäckerei\n";
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    expect(decodeText(Buffer.from(text))).toBe(text);
    expect(decodeText(utf16)).toBe(text);
    expect(decodeText(Buffer.from("Köchin in Zürich, früher Küche und Bäckerei", "latin1"))).toBe(
      "Köchin in Zürich, früher Küche und Bäckerei",
    );
  });

  test("keeps columns separated by spaces or tabs as segments", () => {
    const [page] = readTextFile(Buffer.from("2019 - 2021   Baker\nName:\tMia Muster"));
    expect(page?.lines.map((line) => line.segments.map((segment) => segment.text))).toEqual([
      ["2019 - 2021", "Baker"],
      ["Name:", "Mia Muster"],
    ]);
  });

  test("gives every word that was written, in order", () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9äöü]{1,12}$/);
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 }), (lines) => {
        const [page] = readTextFile(Buffer.from(lines.map((words) => words.join(" ")).join("\n")));
        const read = page?.lines.map((line) => line.segments.flatMap((segment) => segment.words.map((each) => each.text)).join(""));
        expect(read).toEqual(lines.map((words) => words.join("")));
      }),
    );
  });

  test("in Arabic or Hebrew is read in its own order, and laid out from right to left", () => {
    const [page] = readTextFile(Buffer.from("محمد عبد الله\nשלום עולם\nName: محمد"));
    expect(linesIn(page)).toEqual(["محمد عبد الله", "שלום עולם", "Name: محمد"]);
    const [first, second] = page?.lines[0]?.segments[0]?.words ?? [];
    expect(first?.box.left).toBeGreaterThan(second?.box.left ?? 0);
  });

  test("has boxes inside its page", () => {
    const [page] = readTextFile(Buffer.from(`${"word ".repeat(300)}\nshort`));
    for (const line of page?.lines ?? []) expect(line.box.right).toBeLessThanOrEqual(page?.width ?? 0);
  });
});

describe("HTML", () => {
  test("gives the text a visitor sees: no scripts, no markup, lists as lines", () => {
    const html = "<!doctype html><title>x</title><script>var a</script><h1>Cook</h1><ul><li>HACCP</li><li>Night shifts</li></ul>";
    expect(linesIn(readHtml(Buffer.from(html))[0])).toEqual(["Cook", "- HACCP", "- Night shifts"]);
  });

  test("is decoded as it declares", () => {
    const html = Buffer.from('<html><meta charset="iso-8859-1"><p>Köchin</p></html>', "latin1");
    expect(linesIn(readHtml(html)[0])).toEqual(["Köchin"]);
  });
});

describe("a file's type by its bytes", () => {
  test("is Word, HTML or text", () => {
    const files = [makeDocx(wordParagraph("Body")), Buffer.from("<!DOCTYPE html><p>x"), Buffer.from("Mia Muster\nKöchin")];
    expect(files.map(sniff)).toEqual([
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "text/html",
      "text/plain",
    ]);
  });

  test("is unknown for rich text, old Word files, other archives and binary data", () => {
    for (const head of [
      "{\\rtf1\\ansi",
      "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0",
      "PK\x03\x04META-INF/MANIFEST.MF",
      "\x7fELF\x02\x01\x01\0",
    ]) {
      expect(sniff(Buffer.from(head, "latin1"))).toBeNull();
    }
  });
});
