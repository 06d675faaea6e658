/** Labels of lists that enumerate skills inside other sections: `Technologies:`, `Tools:`, `Databases:`. Written by hand. */
import { fold } from "#language/fold.ts";

const LABELS = new Set(
  `skills|skill|technical skills|technologies|technology|technologies used|technology used|tools|tools used|tools and technologies|tech stack|stack|environment|databases|database|
  languages|programming languages|programming language|programming|operating systems|operating system|os|platforms|platform|frameworks|framework|web technologies|web technology|software|
  softwares|software used|middleware|libraries|ide|ides|ide s|scripting|scripting languages|servers|web servers|application servers|cloud|devops|version control|methodologies|
  methodology|applications|packages|erp|testing tools|development tools|reporting tools|computer skills|it skills|key skills|core skills|other skills|soft skills|skills used|
  markup languages|frontend|front end|backend|back end|os platforms|design tools|office|ms office|hardware|networking|protocols|technical|web|rdbms|computer languages|other tools|
  kenntnisse|technologien|werkzeuge|programmiersprachen|datenbanken|betriebssysteme|software kenntnisse|edv|outils|langages|logiciels|bases de données|systèmes|environnement technique|
  tecnologías|herramientas|lenguajes|bases de datos|tecnologie|strumenti|linguaggi|ferramentas|tecnologias|linguagens|technologieën|hulpmiddelen|技术栈|工具|技術|使用技術|навыки|инструменты|технологии`
    .split("|")
    .map(fold),
);

export function isSkillLabel(label: string): boolean {
  const folded = fold(label);
  if (LABELS.has(folded)) return true;
  const parts = label.split(/\s{0,2}[&/,]\s{0,2}|\s{1,2}(?:and|und|et|y)\s{1,2}/i).map(fold);
  return parts.length > 1 && parts.some((part) => LABELS.has(part)) && folded.split(" ").length <= 5;
}
