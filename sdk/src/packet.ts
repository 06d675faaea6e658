/** A file that holds several documents, while it is cut. */
import type { components } from "./api.ts";
import type { WaitOptions } from "./extraction.ts";
import type { Transport } from "./transport.ts";

type PacketRecord = components["schemas"]["Packet"];
type Parts = components["schemas"]["PacketParts"]["parts"];

const WAIT_SECONDS = 60;
const PATH = "/api/extractor/v1/packets/{packet_id}";

export class Packet {
  /** Resolves when the service has accepted the file. Rejects when it was refused. */
  readonly packetId: Promise<string>;
  readonly #transport: Transport;

  constructor(transport: Transport, packetId: Promise<string>) {
    this.#transport = transport;
    this.packetId = packetId;
    packetId.catch(() => undefined);
  }

  /** The packet as it is now. */
  async get({ signal }: WaitOptions = {}): Promise<PacketRecord> {
    return this.#transport.get(PATH, { path: { packet_id: await this.packetId }, signal });
  }

  /** Resolves when the file is cut or could not be, which `status` tells; the parts' tasks may still run. */
  async wait({ signal }: WaitOptions = {}): Promise<PacketRecord> {
    const path = { packet_id: await this.packetId };
    for (;;) {
      const packet = await this.#transport.get(PATH, { path, query: { wait: WAIT_SECONDS }, signal });
      if (packet.status !== "processing") return packet;
    }
  }

  /** Says which pages belong together and of which template they are; what changed gets new tasks. */
  async setParts(parts: Parts, { signal }: WaitOptions = {}): Promise<PacketRecord> {
    return this.#transport.put(`${PATH}/parts`, { path: { packet_id: await this.packetId }, body: { parts }, signal });
  }
}
