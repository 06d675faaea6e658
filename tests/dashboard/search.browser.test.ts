/** Searching résumés in the browser: who shows it, with the words, and a way to the application. */
import { expect, test } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { openAs } from "../support/dashboard.ts";
import { RESUME_TEXT } from "../support/resumes.ts";
import { sharedService } from "../support/shared-service.ts";
import { signedIn } from "../support/signed-in.ts";

describeInBrowser("the search over résumés", () => {
  const open = useBrowser();

  test("shows who has it with the words that show it, and says when nobody does", async () => {
    const ada = await signedIn(await sharedService());
    const job_details = { required_skills: [{ name: "Rust" }] };
    await ada.client.post("/recruit/evaluate", { job_id: "any", application_id: "mia", resume_text: RESUME_TEXT, job_details });
    const page = await openAs(open, ada.browser, "/recruiting");
    const card = page.getByRole("region", { name: "Search résumés" });
    await card.getByLabel("Skills, separated by commas").fill("Python, two years");
    await card.getByRole("button", { name: "Search" }).click();
    const found = card.getByRole("list", { name: "Résumés found" }).getByRole("listitem");
    await found.getByText("mia").waitFor();
    await found.getByText("Wrote 40 pipelines in Python for the parcel teams.").waitFor();
    await found.getByText("1 of 1").waitFor();
    await card.getByLabel("Skills, separated by commas").fill("Haskell");
    await card.getByRole("button", { name: "Search" }).click();
    await card.getByText("0 résumés of 1").waitFor();
    expect(await found.count()).toBe(0);
  });
});
