/** How many characters of a flowing text may still be read: a caller that needs the beginning only does not lay out the rest. */
import type { Block } from "./block.ts";

export class CharactersLeft {
  /** True once something was left out. */
  cut = false;
  private left: number;

  constructor(characters: number) {
    this.left = characters;
  }

  /** The beginning of `text` that still fits. */
  take(text: string): string {
    const taken = text.slice(0, this.left);
    this.left -= taken.length;
    this.cut ||= taken.length < text.length;
    return taken;
  }

  /** Blocks in their order, the cells of a row one after the other. */
  takeBlocks(blocks: readonly Block[]): Block[] {
    const taken: Block[] = [];
    for (const block of blocks) {
      if (this.cut) break;
      taken.push(this.taken(block));
    }
    return taken;
  }

  private taken(block: Block): Block {
    if (block.kind === "break") return block;
    if (block.kind === "paragraph") return { ...block, runs: block.runs.map((run) => ({ ...run, text: this.take(run.text) })) };
    return { ...block, rows: block.rows.map((row) => row.map((cell) => this.takeBlocks(cell))) };
  }
}
