/** Beside tests/fetch/ssrf.test.ts: redirects that are allowed, caps while streaming, credentials, ports. */
import { beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { FetchFault, guardedFetch } from "#platform/fetch/guarded-fetch.ts";
import { openNames } from "#platform/fetch/names.ts";
import { INVOICE, INVOICE_SCHEMA, pdfOf } from "../support/pdf.ts";
import { startReceiver } from "../support/receiver.ts";
import { type SharedService, sharedService } from "../support/shared-service.ts";

let service: SharedService;
let pdf: Buffer;
beforeAll(async () => {
  service = await sharedService();
  pdf = await pdfOf(INVOICE);
});

const RULES = { allowed: readConfig({ WINNOW_ALLOW_HOSTS: "127.0.0.1" }).allowHosts, self: null, names: openNames() };
const ASK = {
  method: "GET",
  redirectsMax: 3,
  bytesMax: 1_000_000,
  whenLonger: "fail",
  timeoutSeconds: 1,
  signal: new AbortController().signal,
} as const;
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof FetchFault ? error.fault : error),
  );
const submit = async (document_url: string) => {
  const client = await service.account();
  return client.extract({ document_url, extraction_schema: INVOICE_SCHEMA });
};

describe("at most 3 redirects for documents", () => {
  test.each([
    [3, "completed"],
    [4, "failed"],
  ])("%i: %s", async (count, status) => {
    await using server = await startReceiver((request, response) => {
      const left = Number(request.path.slice(1));
      return void (left > 0 ? response.writeHead(302, { location: `/${left - 1}` }).end() : response.end(pdf));
    });
    expect((await submit(`${server.url}/${count}`)).status).toBe(status);
    expect(server.received.length).toBe(4);
  });

  test("no cookie, key or referrer goes along", async () => {
    await using server = await startReceiver(
      (request, response) =>
        void (request.path === "/a" ? response.writeHead(302, { location: "/b", "set-cookie": "a=b" }).end() : response.end(pdf)),
    );
    expect((await submit(`${server.url}/a`)).status).toBe("completed");
    for (const { headers } of server.received) {
      expect(Object.keys(headers).sort()).toEqual(["accept", "connection", "host", "user-agent"]);
      expect(headers["user-agent"]).toBe("Winnow/1");
    }
  });
});

describe("time and byte caps while streaming", () => {
  test("H04: one account has eight files under way in a process; the rest wait for their turn, and another account does not", async () => {
    const waiting: (() => void)[] = [];
    await using server = await startReceiver((_request, response) => void waiting.push(() => response.end(pdf)));
    const [one, other] = [await service.account(), await service.account()];
    const suggest = (client: typeof one, i: number) => client.post("/v1/schemas/suggest", { document_url: `${server.url}/${i}.pdf` });
    const asked = Array.from({ length: 12 }, (_, i) => suggest(one, i));
    await expect.poll(() => waiting.length).toBe(8);
    const late = suggest(other, 99);
    await expect.poll(() => server.received.at(-1)?.path).toBe("/99.pdf");
    expect(server.received).toHaveLength(9);
    for (let done = 0; done < 13; done++) {
      await expect.poll(() => waiting.length).toBeGreaterThan(done);
      waiting[done]?.();
    }
    for (const answer of await Promise.all([...asked, late])) expect(answer.status).toBe(200);
  });

  test("a document without end is left after 10 MB, not read to its end", async () => {
    let sent = 0;
    await using server = await startReceiver((_request, response) => {
      response.writeHead(200, { "content-type": "application/pdf" });
      const more = () => {
        while (!response.destroyed) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536, "%PDF-1.4 "))) return void response.once("drain", more);
        }
      };
      more();
    });
    expect(await submit(`${server.url}/a.pdf`)).toMatchObject({ status: "failed", attempts: 1, error: { code: "document_too_large" } });
    expect(sent).toBeLessThan(40 * 1024 * 1024);
  });

  test("a body that drips is left when the time for everything is up", async () => {
    await using server = await startReceiver((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("x"), 100);
      response.on("close", () => clearInterval(drip));
    });
    const t0 = performance.now();
    expect(await faultOf(guardedFetch(server.url, RULES, ASK))).toBe("timeout");
    expect(performance.now() - t0).toBeLessThan(3_000);
  });

  test("a server that answers nothing, and redirects that take long together, too", async () => {
    await using silent = await startReceiver(() => undefined);
    expect(await faultOf(guardedFetch(silent.url, RULES, ASK))).toBe("timeout");
    await using slow = await startReceiver(
      (_request, response) => void setTimeout(() => response.writeHead(302, { location: "/" }).end(), 400),
    );
    expect(await faultOf(guardedFetch(slow.url, RULES, ASK))).toBe("timeout");
  });

  test("an aborted fetch ends with the reason and closes the connection", async () => {
    let open = 0;
    await using server = await startReceiver((_request, response) => {
      open++;
      response.on("close", () => open--);
    });
    const stop = new AbortController();
    const reason = new Error("stop");
    const fetching = faultOf(guardedFetch(server.url, RULES, { ...ASK, timeoutSeconds: 20, signal: stop.signal }));
    await expect.poll(() => open).toBe(1);
    stop.abort(reason);
    expect(await fetching).toBe(reason);
    await expect.poll(() => open).toBe(0);
  });
});

describe("no credentials in the URL; ports 80, 443, 1024+", () => {
  test.each(["http://user@example.com/a.pdf", "https://user:secret@example.com/a.pdf"])("%s is 422", async (document_url) => {
    const answer = await (await service.account()).post("/v1/extract-async", { document_url, extraction_schema: INVOICE_SCHEMA });
    expect(answer).toMatchObject({ status: 422, json: { detail: [{ type: "url_parsing" }] } });
    expect(answer.text).not.toContain("secret");
  });
  test.each([1, 22, 25, 81, 1023])("port %i is 400", async (port) => {
    const answer = await (await service.account()).post("/v1/extract-async", {
      document_url: `http://example.com:${port}/a.pdf`,
      extraction_schema: INVOICE_SCHEMA,
    });
    expect(answer).toMatchObject({ status: 400, json: { error_code: "url_not_allowed" } });
  });
  test("a URL of 2,049 characters is 422", async () => {
    const answer = await (await service.account()).post("/v1/extract-async", {
      document_url: `https://example.com/${"a".repeat(2029)}`,
      extraction_schema: INVOICE_SCHEMA,
    });
    expect(answer.status).toBe(422);
  });
});

test("content is judged by its bytes, whatever the server calls it", async () => {
  await using server = await startReceiver((_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end(pdf));
  expect(await submit(`${server.url}/a.html`)).toMatchObject({
    status: "completed",
    document: { mime_type: "application/pdf", filename: "a.html" },
  });
});

test("a host that does not exist fails without a retry", async () => {
  expect(await submit("http://does-not-exist.invalid/a.pdf")).toMatchObject({
    status: "failed",
    attempts: 1,
    error: { code: "document_unreachable", retryable: false },
  });
});
