/** Sender and recipient of a page as letters print them, without labels. */
import type { Content } from "./content.ts";
import type { Printed } from "./printed.ts";
import { laneOf, type Sheet, wrap, write } from "./sheet.ts";

type Role = "issuer" | "recipient";

/** The values that may stand without a label as those of the sender, or of the recipient. */
export const unlabelledOf = (content: Content, role: Role): Printed[] =>
  content.printed.filter(({ field, value }) => field.role === role && field.section === null && value);

/** The sender at the top, or the recipient in the address window, without labels. Returns whether there was any. */
export function drawUnlabelled(sheet: Sheet, content: Content, role: Role, head: Set<Printed>): boolean {
  const members = unlabelledOf(content, role).filter((each) => !head.has(each));
  const right = role === "issuer" && sheet.random.chance(0.3);
  const lane = laneOf(sheet);
  for (const [at, each] of members.entries()) {
    head.add(each);
    const lines = (each.value?.lines ?? []).flatMap((line) => wrap(sheet, line, lane.widthPt * 0.6));
    const mark = { phone: "Tel. ", email: "", url: "" }[each.value?.type ?? ""] ?? "";
    for (const line of lines) {
      const first = at === 0 && role === "issuer";
      const sizePt = first ? sheet.look.sizePt * 1.3 : sheet.look.sizePt;
      write(sheet, mark + line, lane.xPt, sheet.yPt, {
        font: first ? sheet.look.family[1] : sheet.look.family[0],
        sizePt,
        widthPt: lane.widthPt,
        align: right ? "right" : "left",
      });
      sheet.yPt += sizePt * 1.3;
    }
  }
  if (members.length > 0) sheet.yPt += sheet.look.sizePt * 1.2;
  return members.length > 0;
}
