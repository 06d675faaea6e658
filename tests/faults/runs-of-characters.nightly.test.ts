/**
 * H01: no text that a stranger writes takes more than its length. Every function that takes a text, and every room as a whole, gets runs of
 * each kind of character, twice as long each time. Four minutes of computing.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { warmUp } from "#resumes/read-resume.ts";
import { grown, RUNS } from "../support/growth.ts";
import { ROOMS } from "../support/text-rooms.ts";
import { textTakers } from "../support/text-takers.ts";

const FULL_MS = 1_800_000;
const CHARACTERS = 65_536;

beforeAll(warmUp);

describe("H01: twice the text takes at most three times as long", () => {
  test(
    "each function that takes a text, for runs of every kind of character",
    async () => {
      const { takers } = await textTakers();
      expect(await grown(takers, RUNS, CHARACTERS)).toEqual([]);
    },
    FULL_MS,
  );

  test.each(ROOMS)("$name", async (room) => expect(await grown([room], RUNS, CHARACTERS)).toEqual([]), FULL_MS);
});
