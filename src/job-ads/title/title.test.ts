import { describe, expect, test } from "vitest";
import { titleOf } from "./title.ts";

describe("a title at the head of the ad", () => {
  test.each([
    ["Senior Data Engineer (m/f/d)\n\nWe build pipelines.", "Senior Data Engineer"],
    ["Job title: Forklift Driver\nLocation: Leeds", "Forklift Driver"],
    ["Stellenbezeichnung: Pflegefachkraft (w/m/d) in Vollzeit\nWir freuen uns.", "Pflegefachkraft"],
    ["Intitulé du poste : Infirmière de nuit (H/F)\nMissions", "Infirmière de nuit"],
    ["Puesto: Técnico de laboratorio\nFunciones", "Técnico de laboratorio"],
    ["iOS Developer (f/m/d)\n<ORGANIZATION>\nWe build apps.", "iOS Developer"],
    ["Acme Ltd is hiring\nStaff Nurse - £31,000 - £35,000 per annum\nJoin us.", "Staff Nurse"],
    ["Sr. Accountant (Req ID: 48213-B)\nThe work is varied.", "Sr. Accountant"],
    ["Primary School Teacher, Bristol (maternity cover)\nA friendly school in Bristol.", "Primary School Teacher"],
    ["Director, Engineering\nOur office is in Rome.", "Director, Engineering"],
    ["ACME CORP\nAccounts Payable Clerk\nDallas, TX\nFull-time", "Accounts Payable Clerk"],
    ["Job Description\nPosition: Registered Nurse - ICU\nLocation: Boston", "Registered Nurse - ICU"],
    ["Customer Service Representative | Remote | $18 - $22/hr\nAbout us", "Customer Service Representative"],
    ["Hiring: Plumbers\nWe fix pipes.", "Plumber"],
    ["Front End Developer -\n<ORGANIZATION>\nText", "Front End Developer"],
  ])("%j", (ad, title) => {
    expect(titleOf(ad)).toBe(title);
  });
});

describe("a title in prose", () => {
  test.each([
    ["Our teams are seeking Software Engineers to join us as we grow.", "Software Engineer"],
    ["The team is hiring motivated and productive Welders interested in steel.", "Welder"],
    ["We seek creative, broadly skilled engineers. For this opening, we are looking for a Firmware Engineer.", "Firmware Engineer"],
    ["As a senior designer at our studio, you will draw.", "Senior Designer"],
    ["We are looking for a Head of Supply Chain who can lead.", "Head of Supply Chain"],
    ["Wir suchen zum nächstmöglichen Zeitpunkt einen erfahrenen Elektriker (m/w/d) für Ulm.", "Elektriker"],
    ["Nous recherchons un comptable (H/F) pour notre siège.", "Comptable"],
    ["Buscamos una enfermera para nuestra clínica.", "Enfermera"],
    ["We need a Full Stack Developer (React/Node).", "Full Stack Developer"],
    ["This role is for a Business Analyst who can write.", "Business Analyst"],
    ["We want an outstanding, hands-on Sr. Software Engineer for the team.", "Sr. Software Engineer"],
    ["Kindergarten teacher wanted! Our school looks for a warm person.", "Kindergarten teacher"],
    ["En tant que Chef de projet, vous serez en charge.", "Chef de projet"],
    ["Seleccionamos un/a Técnico/a de Mantenimiento para Madrid.", "Técnico/a de Mantenimiento"],
    ["Für unser Team in Köln suchen wir ab sofort eine/n Buchhalter/in in Teilzeit.", "Buchhalter/in"],
    ["We are the leading maker of chairs. We sell chairs.", ""],
    ["", ""],
  ])("%j", (ad, title) => {
    expect(titleOf(ad)).toBe(title);
  });
});
