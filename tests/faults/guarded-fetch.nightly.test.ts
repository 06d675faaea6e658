/**
 * The guard of URLs, with the whole service in a network of its own where every address of the world is local and listens: a connection
 * that must not be is seen, wherever it goes. Proxy variables point to such an address all the time.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { REFUSED_ADDRESS as REFUSED } from "#platform/fetch/check-url.ts";
import type { Client } from "../support/client.ts";
import { figure } from "../support/figure.ts";
import { activePdf } from "../support/hostile-pdf.ts";
import { growthOf, residentBytes } from "../support/memory.ts";
import { type World, whyNoNamespace } from "../support/namespace/open.ts";
import { type Play, playUrl } from "../support/namespace/play.ts";
import { OWN_NAME, serviceInNamespace } from "../support/namespace/service.ts";
import { EXEMPT, PUBLIC } from "../support/namespace/zone.ts";
import { base64, INVOICE_SCHEMA } from "../support/pdf.ts";
import { people, resumePdf } from "../support/resumes.ts";
import { type Ended, SINKS, type Sink } from "../support/sinks.ts";
import { FORBIDDEN_HOSTS, FORBIDDEN_URL_KINDS, firstMiddleLast, NOT_PUBLIC_RANGES, SOCKET_AS_HOST } from "../support/ssrf-vectors.ts";

const missing = whyNoNamespace();
const AT_ONCE = 8;
const RUNS = 13;
const FETCHING = SINKS.filter(({ fetches }) => fetches);
const sinkOf = (name: string): Sink => SINKS.find((sink) => sink.name === name) ?? expect.fail(`no sink ${name}`);

describe.skipIf(missing !== null)(`in a network of its own${missing === null ? "" : ` (this system allows none: ${missing})`}`, () => {
  const stack = new AsyncDisposableStack();
  let world: World;
  let client: Client;
  let slow: Promise<Ended[]>;

  beforeAll(async () => {
    const opened = await serviceInNamespace();
    world = stack.use(opened.world);
    client = opened.client;
    const [person] = people(1);
    if (person) await writeFile(path.join(world.folder, "a.pdf"), await resumePdf(person));
    // Ends half a minute later: looked at by the last test.
    const drip = playUrl(`http://${PUBLIC.v4}`, { after: "drip" });
    slow = Promise.all(["resume_url of evaluate", "url of webhook-test"].map((name) => sinkOf(name).send(client, drip)));
    slow.catch(() => undefined);
  });
  afterAll(() => stack.disposeAsync());
  afterEach(async () => expect((await world.seen()).forbidden).toEqual([]));

  let sent = 0;
  async function sendAll(sink: Sink, urls: readonly string[]): Promise<Ended[]> {
    sent += urls.length;
    const ends: Ended[] = [];
    for (let from = 0; from < urls.length; from += AT_ONCE)
      ends.push(...(await Promise.all(urls.slice(from, from + AT_ONCE).map((url) => sink.send(client, url)))));
    return ends;
  }
  /** Whoever is called back reads a word in the log, everybody else a sentence. */
  const expectRefused = (sink: Sink, ends: Ended[]) =>
    expect([...new Set(ends.map(({ done, why }) => `${done} ${why}`))]).toEqual([sink.fetches ? `false ${REFUSED}` : "false refused"]);
  /** Without the deliveries of other tests that are tried again meanwhile. */
  const servedSince = async (count: number) =>
    (await world.seen()).served.slice(count).filter(({ host, path: at }) => !host.includes("flipping") && !at.includes("drip"));

  const ADDRESSES = [
    ["S01, S02", FORBIDDEN_HOSTS["loopback and its spellings"]],
    ["S03", FORBIDDEN_HOSTS["IPv6 and embedded IPv4"]],
    ["S05", [...FORBIDDEN_HOSTS["private, reserved and metadata ranges"], ...NOT_PUBLIC_RANGES.flatMap(firstMiddleLast)]],
  ] as const;
  test.each(ADDRESSES.flatMap(([ids, hosts]) => SINKS.map((sink) => ({ ids, hosts, sink }))))(
    "$ids: no address of these is reached, and all are refused in the same words: $sink.name",
    async ({ hosts, sink }) => {
      const ends = await sendAll(
        sink,
        hosts.map((host) => `http://${host}/a.pdf`),
      );
      expect([...new Set(ends.map(({ done, why }) => `${done} ${why}`))]).toEqual([`false ${REFUSED}`]);
    },
  );

  test.each(SINKS)("S06: a name with a private address is refused: $name", async (sink) => {
    const names = ["private", "metadata", "loopback6", "mapped6", "some.alias"];
    expectRefused(
      sink,
      await sendAll(
        sink,
        names.map((name) => `http://${name}.example/file/a.pdf`),
      ),
    );
  });

  test.each(SINKS)("S07: a name with public and private addresses, or with others at each question, in many runs: $name", async (sink) => {
    const names = (kind: string) => Array.from({ length: RUNS }, (_, i) => `http://${sink.name.length}${i}.${kind}.example/file/a.pdf`);
    expectRefused(sink, await sendAll(sink, [...names("mixed"), ...names("mixed6")]));
    await sendAll(sink, [...names("rebinding"), ...names("flipping")]);
  });

  const AT = `http://${PUBLIC.v4}`;
  const to = (url: string, status = 302, base = AT) => playUrl(base, { status, to: url });
  const SECURE = "https://files.example";

  test.each(FETCHING)("S10: redirects to private addresses, directly, relative, over two hops and other schemes: $name", async (sink) => {
    const targets = [
      "http://127.0.0.1/a",
      "http://[::ffff:7f00:1]/a",
      "https://10.0.0.1/a",
      "//169.254.169.254/a",
      "http://private.example/a",
    ];
    const urls = [
      ...targets.flatMap((target) => [to(target), to(to(target)), to(to(target).slice(AT.length))]),
      ...[301, 303, 307, 308].map((status) => to("http://10.0.0.1/a", status)),
      to("http://10.0.0.1/a", 302, SECURE),
      to(to("http://10.0.0.1/a", 302, SECURE)),
    ];
    expectRefused(sink, await sendAll(sink, urls));
  });

  test.each(FETCHING)("S11: a loop of redirects ends after three: $name", async (sink) => {
    const { served } = await world.seen();
    const { done, why } = await sink.send(client, playUrl(AT, { status: 302, to: "itself" }));
    expect({ done, why }).toEqual({ done: false, why: "The URL redirects more than 3 times." });
    expect(await servedSince(served.length)).toHaveLength(4);
  });

  test.each(FETCHING)("S12: redirects to other schemes are not followed, and nothing of a file is told: $name", async (sink) => {
    const targets = ["file:///etc/passwd", "ftp://files.example/a", "data:application/pdf;base64,JVBERi0=", "javascript:alert(1)"];
    const ends = await sendAll(
      sink,
      targets.map((target) => to(target)),
    );
    expect([...new Set(ends.map(({ why }) => why))]).toEqual(["Give an absolute http or https URL."]);
  });

  test.each(FETCHING)("S13: a redirect to another host carries no cookie, key or referrer: $name", async (sink) => {
    const { served } = await world.seen();
    const play: Play = { status: 302, to: "http://some.mirror.example/file/a.pdf", headers: { "set-cookie": "a=b" } };
    expect(await sink.send(client, playUrl("http://files.example", play))).toMatchObject({ done: true });
    const [, second] = await servedSince(served.length);
    expect(second?.host).toBe("some.mirror.example");
    expect(Object.keys(second?.headers ?? {}).sort()).toEqual(["accept", "connection", "host", "user-agent"]);
  });

  const URLS = [
    ["S14: two readings of a URL", FORBIDDEN_URL_KINDS["two readings"]],
    ["S15: ports that are not for the web", FORBIDDEN_URL_KINDS.ports],
    [
      "S18: sockets of the file system and other schemes",
      [...FORBIDDEN_URL_KINDS["other schemes and sockets of the file system"], SOCKET_AS_HOST],
    ],
  ] as const;
  test.each(URLS.flatMap(([what, urls]) => SINKS.map((sink) => ({ what, urls, sink }))))(
    "$what lead nowhere: $sink.name",
    async ({ urls, sink }) => {
      const { served } = await world.seen();
      const ends = await sendAll(
        sink,
        urls.map((url) => url.replaceAll("pub", "files.example")),
      );
      expect(ends.filter(({ done }) => done)).toEqual([]);
      expect(await servedSince(served.length)).toEqual([]);
    },
  );

  test.each(FETCHING)("S16: a name is asked for again at each connection, and the old connection is not kept: $name", async (sink) => {
    const url = `http://s16-${SINKS.indexOf(sink)}.rebinding.example/file/a.pdf`;
    expect(await sink.send(client, url)).toMatchObject({ done: true });
    expect(await sink.send(client, url)).toEqual({ done: false, why: REFUSED });
  });

  test.each(SINKS)("S17, S26: proxy variables are not heard, and the exempt address is open, its neighbour is not: $name", async (sink) => {
    const { served } = await world.seen();
    expect(await sink.send(client, `http://${EXEMPT}/file/a.pdf`)).toMatchObject({ done: true });
    expect((await servedSince(served.length)).map(({ host }) => host)).toEqual([EXEMPT]);
    expect(await sink.send(client, "http://10.0.0.6/file/a.pdf")).toEqual({ done: false, why: REFUSED });
  });

  test.each(SINKS)("S19: our own address and name are refused: $name", async (sink) => {
    const own = [`http://${PUBLIC.v4}:${world.port}/`, `http://some.mirror.example:${world.port}/`, `http://${EXEMPT}:${world.port}/`];
    const names = [
      `https://${OWN_NAME}/`,
      `http://${OWN_NAME}./`,
      `https://${OWN_NAME.toUpperCase()}./file/a.pdf`,
      to(`http://${OWN_NAME}./`),
    ];
    expectRefused(sink, await sendAll(sink, [...own, ...(sink.fetches ? names : names.slice(0, 3))]));
  });

  test.each(["more than said", "endless"] as const)(
    "S20: a server that sends %s is left at 10 MB, with memory for no more",
    async (after) => {
      const headers: Record<string, string> = after === "endless" ? {} : { "content-length": "10" };
      const sink = sinkOf("document_url of extract-async");
      const endlessly = async () =>
        expect(await sink.send(client, playUrl(AT, { after, headers, body: "%PDF-1.4 \n" }))).toMatchObject({ done: false });
      // The first download of a process loads and compiles what it needs.
      await endlessly();
      const { served } = await world.seen();
      const grown = await growthOf(() => residentBytes(world.workers[0] ?? 0), endlessly);
      const [first] = await servedSince(served.length);
      expect(first?.bytes).toBeLessThan(40 * 1024 * 1024);
      // The 10 MB themselves, and what the sockets had read by then.
      expect(grown).toBeLessThan(24 * 1024 * 1024);
    },
  );

  const WRONG = {
    HTML: "<!doctype html><p>Sign in",
    ZIP: "PK\x03\x04 an archive",
    RTF: "{\\rtf1 a}",
    SVG: '<svg xmlns="http://www.w3.org/2000/svg"><text>a</text></svg>',
  };
  // A document may be a web page; a résumé may be plain text, as RTF and SVG are.
  const OF_DOCUMENTS = FETCHING.filter(({ name }) => name.startsWith("document"));
  const OF_RESUMES = FETCHING.filter(({ name }) => /^(urls|resume_url)/.test(name));
  const wrongTypes = [
    ...OF_DOCUMENTS.map((sink) => ({ sink, types: ["ZIP", "RTF", "SVG"] as const })),
    ...OF_RESUMES.map((sink) => ({ sink, types: ["HTML", "ZIP"] as const })),
  ];
  test.each(wrongTypes)("S24: $types that is called a PDF is refused by its bytes: $sink.name", async ({ sink, types }) => {
    const headers = { "content-type": "application/pdf" };
    const ends = await sendAll(
      sink,
      types.map((type) => playUrl(AT, { body: WRONG[type], headers })),
    );
    expect(ends.filter(({ done, why }) => done || !/not a PDF|is a web page|is not read/.test(why))).toEqual([]);
  });

  test("S25: a PDF with actions, remote streams and XFA makes nobody connect or ask for a name", async () => {
    const file_content = base64(activePdf("http://canary.files.example/"));
    const id = await client.submit({ file_content, extraction_schema: INVOICE_SCHEMA });
    expect(await client.wait(id)).toMatchObject({ status: "completed", data: { invoice_number: "INV-00042" } });
    expect((await client.get(`/v1/tasks/${id}/pages/1.png`)).status).toBe(200);
    const after = await world.seen();
    const asked = [...after.names, ...after.served.map(({ host }) => host)];
    expect(asked.filter((name) => name.includes("canary"))).toEqual([]);
  });

  test("S22: a server of one byte in ten seconds is left after 30 s, a receiver after 15 s", async () => {
    const [fetched, called] = await slow;
    expect(fetched).toEqual({ done: false, why: "The URL did not answer in full within 30 seconds." });
    expect(called).toEqual({ done: false, why: "timeout" });
    const drips = (await world.seen()).served.filter(({ path: at }) => at.includes("drip"));
    // Their time begins before the server hears of them, and ends before it hears that they have gone.
    const secondsOf = (way: string) => (drips.find(({ method }) => method === way)?.openMs ?? 0) / 1000;
    expect(Math.abs(secondsOf("GET") - 30)).toBeLessThan(2);
    expect(Math.abs(secondsOf("POST") - 15)).toBeLessThan(2);
    figure("guard", `${(await world.seen()).forbidden.length} by ${sent} URLs in ${SINKS.length} fields`);
  });
});
