/** An HTTP client with little overhead, for benches that share their cores with the service. */
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

/** A plain client: fetch would take a millisecond of the measured cores per file. */
export function asker(apiKey: string) {
  const agent = new Agent({ keepAlive: true });
  return (method: "GET" | "POST", url: string, body?: Buffer) =>
    new Promise<string>((resolve, reject) => {
      const headers = { authorization: apiKey, ...(body && { "content-type": "application/json", "content-length": body.length }) };
      request(url, { method, agent, headers }, (response) => text(response).then(resolve, reject))
        .on("error", reject)
        .end(body);
    });
}
