/** What people set right of a packet: the next pages of the layout are cut and told so. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { PacketRecord } from "#contract/packets.ts";
import type { Client } from "../support/client.ts";
import { base64, pdfOf } from "../support/pdf.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";
import { CARDS, type Sheet, stackOf } from "../support/stack.ts";

const SET = "Its first page has the layout of pages that were set to this template by hand.";
const REFUSED = "Its first page has the layout of pages that were set to none of the templates by hand.";

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

/** An account with a template for invoices, one for résumés, and two whose names and fields say nothing. */
async function reader() {
  const client = await service.account();
  const made = async (name: string, fields: string[], more: object = {}) => {
    const extraction_schema = { fields: fields.map((each) => ({ name: each, type: "string" })) };
    return (await client.post("/v1/templates", { name, extraction_schema, ...more })).json.template_id as string;
  };
  return {
    client,
    invoice: await made("Invoice", ["invoice_number", "invoice_date", "total"]),
    resume: await made("Résumé", ["name", "email", "phone"]),
    blue: await made("Blue folder", ["field_one"]),
    green: await made("Green folder", ["field_two"]),
    made,
  };
}
type Reader = Awaited<ReturnType<typeof reader>>;

async function split({ client, ...by }: Reader, file: readonly Sheet[] | Buffer, more: object = {}): Promise<PacketRecord> {
  const body = {
    file_content: base64(Buffer.isBuffer(file) ? file : await stackOf(file as readonly Sheet[])),
    templates: [by.invoice, by.resume, by.blue, by.green],
    ...more,
  };
  const { json } = await client.post("/v1/packets", body);
  return (await client.get(`/v1/packets/${json.packet_id}?wait=60`)).json;
}

/** Sets the parts with these templates, each with as many pages. */
async function set(
  { client }: Reader,
  { packet_id }: PacketRecord,
  parts: [pages: number, template_id: string | null][],
): Promise<PacketRecord> {
  let next = 1;
  const body = parts.map(([count, template_id]) => ({ pages: Array.from({ length: count }, () => next++), template_id }));
  const { status, json } = await client.put(`/v1/packets/${packet_id}/parts`, { parts: body });
  expect([status, json]).toMatchObject([200, {}]);
  return json;
}

const templatesOf = ({ parts }: PacketRecord) => parts.map(({ template_id }) => template_id);
const slip = (number: 1 | 2 | 3 | 4): Sheet => ({ sample: `slip-${number}` });
const layoutsOf = async (client: Client, template: string) => (await client.get(`/v1/templates/${template}/memory`)).json.layouts;

const RESUME: Sheet = { sample: "resume-lena-brandt" };
const pagesOf = ({ parts }: PacketRecord) => parts.map(({ pages }) => pages);

describe("parts set by hand", () => {
  test("are the reason why the next packet's pages of their layout are cut and told so, and its reasons say it", async () => {
    const by = await reader();
    const before = await split(by, [RESUME, CARDS[0], CARDS[1]]);
    expect([pagesOf(before), templatesOf(before)]).toEqual([
      [[1], [2, 3]],
      [by.resume, null],
    ]);
    await set(by, before, [
      [1, by.resume],
      [1, by.blue],
      [1, by.blue],
    ]);
    const after = await split(by, [RESUME, CARDS[2], "blank", CARDS[3]]);
    expect([pagesOf(after), templatesOf(after)]).toEqual([
      [[1], [2, 3], [4]],
      [by.resume, by.blue, by.blue],
    ]);
    for (const part of after.parts) expect(part.reasons).toContain(SET);
    // What is known needs no review, but where the first page that is not ends is as sure as before.
    expect(after.needs_review.filter(({ reason }) => reason === "template")).toEqual([]);
    const task = (await by.client.get(`/v1/tasks/${after.parts[2]?.task_id}?wait=60`)).json;
    expect(task).toMatchObject({ status: "completed", template: { template_id: by.blue } });
    expect(await layoutsOf(by.client, by.blue)).toMatchObject([
      { examples: 0, pages_set: 2, pages_refused: 0, documents_read: 2, right_share: null },
    ]);
    expect(await by.client.extract({ template_id: "auto", file_content: base64(await stackOf([CARDS[2]])) })).toMatchObject({
      template: { template_id: by.blue },
      document: { classified: { reasons: expect.arrayContaining([SET]) } },
    });
  });

  test("of none of the templates are put under none of these again", async () => {
    const by = await reader();
    const before = await split(by, [{ sample: "invoice-en" }, RESUME]);
    expect(templatesOf(before)).toEqual([by.invoice, by.resume]);
    await set(by, before, [
      [2, by.invoice],
      [1, null],
    ]);
    const after = await split(by, [{ sample: "invoice-en" }, RESUME]);
    expect(templatesOf(after)).toEqual([by.invoice, null]);
    expect(after.parts[1]?.reasons).toContain(REFUSED);
    expect(await layoutsOf(by.client, by.resume)).toMatchObject([{ pages_set: 0, pages_refused: 1 }]);
    // A template of which it was not said may have them.
    const other = await by.made("Curriculum vitae, résumé", ["name", "email", "phone"]);
    expect(templatesOf(await split(by, [{ sample: "invoice-en" }, RESUME], { templates: [by.invoice, by.resume, other] }))).toEqual([
      by.invoice,
      other,
    ]);
  });

  test("later are followed instead of what was set of the layout before", async () => {
    const by = await reader();
    await set(by, await split(by, [RESUME, slip(1)]), [
      [1, by.resume],
      [1, by.blue],
    ]);
    const wrong = await split(by, [RESUME, slip(2)]);
    expect(templatesOf(wrong)).toEqual([by.resume, by.blue]);
    await set(by, wrong, [
      [1, by.resume],
      [1, by.green],
    ]);
    const right = await split(by, [RESUME, slip(3)]);
    expect(templatesOf(right)).toEqual([by.resume, by.green]);
    expect(await layoutsOf(by.client, by.blue)).toEqual([]);
    // Also of one packet: what was set last counts.
    await set(by, right, [
      [1, by.resume],
      [1, by.blue],
    ]);
    await set(by, right, [
      [1, by.resume],
      [1, null],
    ]);
    expect(templatesOf(await split(by, [RESUME, slip(4)]))).toEqual([by.resume, null]);
  });

  test("join again what was cut although it goes on", async () => {
    const by = await reader();
    const before = await split(by, [RESUME, slip(1)]);
    expect(pagesOf(before)).toEqual([[1], [2]]);
    await set(by, before, [[2, by.green]]);
    const after = await split(by, [RESUME, slip(2)]);
    expect([pagesOf(after), templatesOf(after)]).toEqual([[[1, 2]], [by.green]]);
  });

  test("are told apart where two kinds of documents have one letterhead", async () => {
    const by = await reader();
    const letter = (title: string, lines: string[]) => [
      { text: "Kormandel Trading House", x: 60, y: 50, size: 18 },
      { text: "Harbour street, Sampleton", x: 60, y: 80 },
      { text: "Telephone, telefax, opening hours on weekdays", x: 60, y: 95 },
      { text: title, x: 60, y: 150, size: 16 },
      ...lines.map((text, i) => ({ text, x: 60, y: 190 + 20 * i })),
      { text: "Registered at Sampleton, managing director Jo Doe", x: 60, y: 790, size: 8 },
      { text: "Bank of Sampleton, account of the trading house", x: 60, y: 805, size: 8 },
    ];
    const one = (name: string) =>
      letter("Gate pass", [`Bearer ${name}`, "Admitted through the northern gate", "Valid on the day of issue"]);
    const other = (name: string) => letter("Weighing slip", [`Driver ${name}`, "Gross, tare and net weight", "Weighed on the yard scales"]);
    const before = await split(by, await pdfOf([one("Amara"), other("Bertil")]));
    await set(by, before, [
      [1, by.blue],
      [1, by.green],
    ]);
    const after = await split(by, await pdfOf([other("Cleo"), one("Dmitri"), other("Esra")]));
    expect([pagesOf(after), templatesOf(after)]).toEqual([
      [[1], [2], [3]],
      [by.green, by.blue, by.green],
    ]);
  });

  test("of one kind do not hide that a page of the same letterhead names another", async () => {
    const by = await reader();
    const credit = await by.made("Credit note", ["credit_note_number", "total"]);
    const templates = [by.invoice, credit];
    const letter = (title: string, lines: string[]) => [
      { text: "Kormandel Trading House", x: 60, y: 50, size: 18 },
      { text: "Harbour street, Sampleton", x: 60, y: 80 },
      { text: title, x: 60, y: 150, size: 22 },
      ...lines.map((text, i) => ({ text, x: 60, y: 190 + 20 * i })),
      { text: "Registered at Sampleton, managing director Jo Doe", x: 60, y: 790, size: 8 },
      { text: "Bank of Sampleton, account of the trading house", x: 60, y: 805, size: 8 },
    ];
    const invoice = (number: number) => letter("Invoice", [`Invoice number: ${number}`, "Date: 3 April 2026", "Total: EUR 119.00"]);
    const note = (number: number) => letter("Credit note", [`Credit note number: ${number}`, "Date: 3 May 2026", "Total: EUR 119.00"]);
    const first = await split(by, await pdfOf([invoice(2_041)]), { templates });
    await set(by, first, [[1, by.invoice]]);
    const after = await split(by, await pdfOf([invoice(2_042), note(77)]), { templates });
    expect(after.parts[0]?.template_id).toBe(by.invoice);
    expect(after.parts[1]?.template_id).not.toBe(by.invoice);
    expect(after.parts.map(({ reasons }) => reasons.includes(SET))).toEqual([true, false]);
    // Somebody may mean it so, all the same.
    await set(by, after, [
      [1, by.invoice],
      [1, by.invoice],
    ]);
    expect(templatesOf(await split(by, await pdfOf([note(78)]), { templates }))).toEqual([by.invoice]);
  });

  test("say nothing to another account, or to who wants none of it", async () => {
    const [by, other] = [await reader(), await reader()];
    const slips: [number, string | null][] = [
      [1, by.resume],
      [1, by.blue],
    ];
    await set(by, await split(by, [RESUME, slip(1)], { learn: false }), slips);
    expect(templatesOf(await split(by, [RESUME, slip(2)]))).toEqual([by.resume, null]);
    await set(by, await split(by, [RESUME, slip(1)]), slips);
    expect(templatesOf(await split(by, [RESUME, slip(2)], { learn: false }))).toEqual([by.resume, null]);
    expect(templatesOf(await split(other, [RESUME, slip(2)]))).toEqual([other.resume, null]);
    const shy = await by.made("Red folder", ["field_three"], { learn: false });
    const templates = [by.resume, shy];
    await set(by, await split(by, [RESUME, slip(3)], { templates }), [
      [1, by.resume],
      [1, shy],
    ]);
    expect(templatesOf(await split(by, [RESUME, slip(4)], { templates }))).toEqual([by.resume, null]);
  });

  test("are forgotten with their packet, and with the layout that is forgotten", async () => {
    const by = await reader();
    const taught = async () => {
      const packet = await split(by, [RESUME, slip(1)]);
      await set(by, packet, [
        [1, by.resume],
        [1, by.blue],
      ]);
      expect(await layoutsOf(by.client, by.blue)).toHaveLength(1);
      return packet;
    };
    const isForgotten = async () => {
      expect(await layoutsOf(by.client, by.blue)).toEqual([]);
      expect(templatesOf(await split(by, [RESUME, slip(2)]))).toEqual([by.resume, null]);
    };
    await by.client.delete(`/v1/packets/${(await taught()).packet_id}`);
    await isForgotten();
    await taught();
    const [layout] = await layoutsOf(by.client, by.blue);
    expect((await by.client.delete(`/v1/templates/${by.blue}/memory/${layout.layout_id}`)).status).toBe(204);
    await isForgotten();
    await taught();
    expect((await by.client.delete(`/v1/templates/${by.blue}/memory`)).status).toBe(204);
    await isForgotten();
  });

  test("leave no word of a page in the memory", async () => {
    const by = await reader();
    await set(by, await split(by, [RESUME, slip(1)]), [
      [1, by.resume],
      [1, by.blue],
    ]);
    const { rows } = await sql<{ text: string }>`SELECT to_jsonb(p)::text AS text FROM memory_pages p WHERE scope = ${by.blue}`.execute(
      service.db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).toContain("marks");
    for (const canary of ["KX-20411", "Orchard", "Bakery"]) expect(rows[0]?.text).not.toContain(canary);
  });
});
