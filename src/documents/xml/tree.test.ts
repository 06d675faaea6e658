import { isTag, isText } from "domhandler";
import { describe, expect, test } from "vitest";
import { rootOf } from "./tree.ts";

const textOf = (xml: string | Buffer) => {
  const first = rootOf(Buffer.from(xml))?.children[0];
  return first && isText(first) ? first.data : undefined;
};

describe("XML as a tree", () => {
  test("the encoding is the declared one, or the one of the byte order mark", () => {
    expect(textOf(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Z\xfcrich</a>', "latin1"))).toBe("Zürich");
    expect(textOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("<a>Łódź</a>", "utf16le")]))).toBe("Łódź");
    expect(textOf('<?xml version="1.0" encoding="none-such"?><a>Zürich</a>')).toBe("Zürich");
  });

  test("only the five entities of XML and numbered characters are resolved, none of a document type", () => {
    expect(textOf('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&amp;&lt;&#x41;&x;</a>')).toBe("&<A&x;");
  });

  test("what is nested too deeply, or has too many elements, fails with a named error", () => {
    expect(() => rootOf(Buffer.from("<a>".repeat(600)))).toThrowError(expect.objectContaining({ code: "deadline_exceeded" }));
    expect(() => rootOf(Buffer.from(`<a>${"<b/>".repeat(500_000)}</a>`))).toThrowError(
      expect.objectContaining({ code: "deadline_exceeded" }),
    );
  });

  test("elements keep their order", () => {
    const names = rootOf(Buffer.from("<a><c/><b/><c/></a>"))
      ?.children.filter(isTag)
      .map(({ name }) => name);
    expect(names).toEqual(["c", "b", "c"]);
  });
});
