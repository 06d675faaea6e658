import { expect, test } from "vitest";
import { baseFormOf } from "./base-form.ts";

test.each([
  ["programowanie w pythonie", "programowania w Pythonie", "programowanie w Pythonie"],
  ["Python", "znajomością programowania w Pythonie", "Python"],
  ["zarządzanie projektami", "zarządzania projektami", "zarządzanie projektami"],
  ["řízení projektů", "řízením projektů", "řízení projektů"],
  ["управление проектами", "управлением проектами", "управление проектами"],
  ["ohjelmointi", "ohjelmoinnin", "ohjelmointi"],
  ["projektmenedzsment", "projektmenedzsmentben", "projektmenedzsment"],
  ["proje yönetimi", "proje yönetiminde", "proje yönetimi"],
  ["Führung von Teams", "Führung von Teams", "Führung von Teams"],
  ["SQL", "sql", "sql"],
  ["CRM", "customer relationship management", "CRM"],
])("the base form %s of %s is %s", (name, words, form) => expect(baseFormOf(name, words)).toBe(form));

test.each([
  ["Java", "JavaScript"],
  ["SQL", "SQLite"],
  ["Excel", "excellent communication"],
  ["Scala", "scalable systems"],
  ["Scrum Master", "zarządzania projektami"],
  ["Kubernetes", "kontenerów"],
  ["Python i Django", "programowania w Pythonie"],
  ["", "Python"],
])("%s is no base form of %s", (name, words) => expect(baseFormOf(name, words)).toBeNull());
