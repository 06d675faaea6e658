/** An engine that is asked only for what an e-invoice does not state by itself. */
import { ofOneInvoice } from "#einvoices/one-of-several.ts";
import type { Answer, Ask, Engine } from "#engines/engine.ts";
import { asAsked } from "#engines/values/asked-form.ts";
import { statedBy } from "./stated.ts";

/** `engine` is not asked at all where the file states everything. */
export function statingFirst(engine: Engine): Engine {
  return {
    name: engine.name,
    usage: () => engine.usage(),
    async extract(ask: Ask, signal: AbortSignal): Promise<Answer> {
      const stated = statedBy(ask.document, asAsked(ask.schema));
      if (!stated) return engine.extract(ask, signal);
      const { findings, rest } = stated;
      if (rest === null) return { engine: engine.name, provider: null, model: null, findings, warnings: [], truncated: false };
      const answer = await engine.extract({ ...ask, document: ofOneInvoice(ask.document), schema: rest }, signal);
      return { ...answer, findings: [...findings, ...answer.findings] };
    },
  };
}
