/** Templates of questions by language. A skill's name is always in quotation marks, so that any wording fits. */

import type { SkillKind } from "#contract/recruiting/skill.ts";
import type { StemmedLanguage } from "#language/stems.ts";

export type QuestionForms = {
  /** Used when no skill may be named. */
  work: string;
  /** About a sentence of the ad; `at` is the number of the question, so that no two begin alike. */
  quoted(sentence: string, skill: string, at: number): string;
  plain(kind: SkillKind, skill: string, at: number): string;
  /** `title` may be empty. */
  scenario(skill: string, title: string): string;
  behaviour(skill: string): string;
};

const turn = (forms: readonly string[], at: number): string => forms[at % forms.length] ?? "";

export const FORMS: Readonly<Record<StemmedLanguage, QuestionForms>> = {
  en: {
    work: "the work of this job",
    quoted: (sentence, skill, at) =>
      `The ad says: “${sentence}”. ${turn(
        [
          `Which of your past work shows this best, and what was your own part in it, as far as “${skill}” is concerned?`,
          `Please walk us through a piece of work in which “${skill}” mattered: what was the task, what did you do, and what came of it?`,
          `How have you met this so far, and how would you judge your level in “${skill}”?`,
        ],
        at,
      )}`,
    plain: (kind, skill, at) =>
      kind === "language"
        ? `Where have you used “${skill}” at work, in speech and in writing?`
        : kind === "soft skill"
          ? `Describe a situation at work that put “${skill}” to the test. What did you do, and how did it end?`
          : kind === "certification"
            ? `How have you put what “${skill}” stands for into practice?`
            : turn(
                [
                  `What have you done with “${skill}”, and which decision of yours made the largest difference?`,
                  `Please walk us through a piece of work in which “${skill}” mattered: what was the task, what did you do, and what came of it?`,
                  `How do you keep your “${skill}” up to date, and where have you used it last?`,
                ],
                at,
              ),
    scenario: (skill, title) =>
      `Suppose that in your first month${title === "" ? "" : ` as ${title}`} a task that depends on “${skill}” falls behind and the deadline stands. What would you do first, and why?`,
    behaviour: (skill) =>
      `Tell us about a time when something did not go as planned in work that called for “${skill}”. What did you do, and what did you learn?`,
  },
  de: {
    work: "die Arbeit auf dieser Stelle",
    quoted: (sentence, skill, at) =>
      `In der Anzeige steht: „${sentence}“. ${turn(
        [
          `Welche Ihrer bisherigen Arbeiten zeigt das am besten, und was war Ihr eigener Anteil, mit Blick auf „${skill}“?`,
          `Schildern Sie bitte eine Aufgabe, bei der es auf „${skill}“ ankam: Was war zu tun, was haben Sie getan, was kam heraus?`,
          `Wie haben Sie das bisher erfüllt, und wie schätzen Sie Ihren Stand bei „${skill}“ ein?`,
        ],
        at,
      )}`,
    plain: (kind, skill, at) =>
      kind === "language"
        ? `Wo haben Sie „${skill}“ bei der Arbeit mündlich und schriftlich gebraucht?`
        : kind === "soft skill"
          ? `Beschreiben Sie eine Lage bei der Arbeit, in der es auf „${skill}“ ankam. Was haben Sie getan, und wie ging es aus?`
          : kind === "certification"
            ? `Wie haben Sie das, wofür „${skill}“ steht, in der Praxis angewandt?`
            : turn(
                [
                  `Was haben Sie mit „${skill}“ gemacht, und welche Ihrer Entscheidungen hat am meisten bewirkt?`,
                  `Schildern Sie bitte eine Aufgabe, bei der es auf „${skill}“ ankam: Was war zu tun, was haben Sie getan, was kam heraus?`,
                  `Wie bleiben Sie bei „${skill}“ auf dem Laufenden, und wo haben Sie es zuletzt gebraucht?`,
                ],
                at,
              ),
    scenario: (skill, title) =>
      `Angenommen, in Ihrem ersten Monat${title === "" ? "" : ` auf der Stelle „${title}“`} gerät eine Aufgabe in Verzug, die von „${skill}“ abhängt, und der Termin steht. Was tun Sie zuerst, und warum?`,
    behaviour: (skill) =>
      `Erzählen Sie von einer Aufgabe, bei der „${skill}“ gefragt war und etwas nicht wie geplant lief. Was haben Sie getan, und was haben Sie daraus gelernt?`,
  },
  fr: {
    work: "le travail de ce poste",
    quoted: (sentence, skill, at) =>
      `L’annonce dit : « ${sentence} ». ${turn(
        [
          `Lequel de vos travaux le montre le mieux, et quelle a été votre part, en ce qui concerne « ${skill} » ?`,
          `Décrivez un travail où « ${skill} » a compté : quelle était la tâche, qu’avez-vous fait, et avec quel résultat ?`,
          `Comment y avez-vous répondu jusqu’ici, et comment jugez-vous votre niveau pour « ${skill} » ?`,
        ],
        at,
      )}`,
    plain: (kind, skill, at) =>
      kind === "language"
        ? `Où avez-vous utilisé « ${skill} » au travail, à l’oral et à l’écrit ?`
        : kind === "soft skill"
          ? `Décrivez une situation de travail qui a mis « ${skill} » à l’épreuve. Qu’avez-vous fait, et comment cela s’est-il terminé ?`
          : kind === "certification"
            ? `Comment avez-vous mis en pratique ce que représente « ${skill} » ?`
            : turn(
                [
                  `Qu’avez-vous réalisé avec « ${skill} », et laquelle de vos décisions a eu le plus d’effet ?`,
                  `Décrivez un travail où « ${skill} » a compté : quelle était la tâche, qu’avez-vous fait, et avec quel résultat ?`,
                  `Comment restez-vous à jour pour « ${skill} », et où l’avez-vous utilisé en dernier ?`,
                ],
                at,
              ),
    scenario: (skill, title) =>
      `Imaginez que, dès votre premier mois${title === "" ? "" : ` au poste « ${title} »`}, une tâche qui dépend de « ${skill} » prenne du retard alors que l’échéance ne bouge pas. Que faites-vous d’abord, et pourquoi ?`,
    behaviour: (skill) =>
      `Racontez une situation où « ${skill} » était nécessaire et où tout ne s’est pas passé comme prévu. Qu’avez-vous fait, et qu’en avez-vous retenu ?`,
  },
  es: {
    work: "el trabajo de este puesto",
    quoted: (sentence, skill, at) =>
      `El anuncio dice: «${sentence}». ${turn(
        [
          `¿Qué trabajo suyo lo demuestra mejor y cuál fue su parte, en lo que toca a «${skill}»?`,
          `Describa un trabajo en el que «${skill}» fue importante: ¿cuál era la tarea, qué hizo usted y qué resultó?`,
          `¿Cómo lo ha cumplido hasta ahora y cómo valora su nivel en «${skill}»?`,
        ],
        at,
      )}`,
    plain: (kind, skill, at) =>
      kind === "language"
        ? `¿Dónde ha usado «${skill}» en el trabajo, de forma oral y escrita?`
        : kind === "soft skill"
          ? `Describa una situación de trabajo que puso a prueba «${skill}». ¿Qué hizo usted y cómo terminó?`
          : kind === "certification"
            ? `¿Cómo ha puesto en práctica lo que representa «${skill}»?`
            : turn(
                [
                  `¿Qué ha hecho con «${skill}» y cuál de sus decisiones tuvo más efecto?`,
                  `Describa un trabajo en el que «${skill}» fue importante: ¿cuál era la tarea, qué hizo usted y qué resultó?`,
                  `¿Cómo se mantiene al día en «${skill}» y dónde lo usó por última vez?`,
                ],
                at,
              ),
    scenario: (skill, title) =>
      `Suponga que, en su primer mes${title === "" ? "" : ` en el puesto «${title}»`}, una tarea que depende de «${skill}» se retrasa y el plazo no cambia. ¿Qué haría primero y por qué?`,
    behaviour: (skill) =>
      `Cuéntenos una ocasión en la que hacía falta «${skill}» y algo no salió como estaba previsto. ¿Qué hizo y qué aprendió?`,
  },
};
