/** `node rank-applicants.mjs ad.txt resume-1.pdf resume-2.docx …`: the skills of an ad, and who has them, best first. */
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Winnow } from "@winnow/sdk";

const winnow = new Winnow({ baseUrl: process.env.WINNOW_URL ?? "http://127.0.0.1:8080", apiKey: process.env.WINNOW_API_KEY });
const [ad = "ad.txt", ...resumes] = process.argv.slice(2);

const { required_skills } = await winnow.analyzeJob(await readFile(ad, "utf8"));
const files = await Promise.all(resumes.map(async (file) => new File([await openAsBlob(file)], path.basename(file))));
const { successful_extractions, failed_extractions } = await winnow.extractResumes(files).wait();
for (const { filename, message } of failed_extractions) console.error(`${filename}: ${message}`);

const scored = await Promise.all(
  successful_extractions.map(async ({ application_id, application_name: name }) => {
    const { overall_score } = await winnow.evaluate({ job_id: "ad", application_id, job_details: { required_skills } });
    return { name, overall_score };
  }),
);
for (const { name, overall_score } of scored.sort((a, b) => b.overall_score - a.overall_score)) console.log(overall_score, name);
