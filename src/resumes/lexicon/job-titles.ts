/** Words that say what somebody does, as heads of job titles: en, de, fr, es, it, pt, nl, and common ones elsewhere. Written by hand. */
import { fold } from "#language/fold.ts";

const NOUNS = `accountant accountants actor actress actuary adjuster administrator admin advisor adviser advocate agent aide ambassador analyst analysts anchor
  animator apprentice apprenticeship appraiser architect archivist artist assembler assessor assistant associate astronomer attendant attorney auditor author baker banker
  barista bartender biologist bookkeeper broker builder bursar butcher buyer captain caregiver caretaker carpenter cashier ceo cfo chair chairman chairperson chairwoman chancellor
  chauffeur chef chemist chief clerk cleaner clinician cmo co-founder cofounder coach collector columnist commander commissioner compositor comptroller conductor
  consultant contractor controller coo cook coordinator co-ordinator copywriter correspondent counsel counsellor counselor courier cto curator custodian dancer
  dba dealer dean decorator dentist deputy designer detective developer devops dietitian director dispatcher doctor drafter draftsman driver economist editor educator
  electrician engineer engineers entrepreneur escort estimator evaluator examiner executive expert fabricator facilitator faculty farmer fellow fellowship financier firefighter fitter
  foreman founder freelancer fundraiser gardener generalist geologist governor greeter guard guide hairdresser handler handyman head headmaster helper host hostess
  housekeeper hr inspector installer instructor intern internee internship interpreter investigator investor janitor journalist judge keeper laborer labourer landscaper lawyer lead leader
  lecturer liaison librarian lieutenant linguist loader logistician machinist maid manager managers marketer mason matron mechanic mediator member mentor merchandiser merchant
  microbiologist midwife millwright minister moderator nanny navigator negotiator notary nurse nutritionist officer operator optician optometrist organizer organiser owner
  painter paralegal paramedic partner pastor pathologist pediatrician pharmacist phlebotomist photographer physician physicist physiotherapist pilot planner plumber policeman
  porter practitioner preparer president presenter principal printer producer professor professional programmer proofreader proprietor psychiatrist psychologist publicist purchaser
  radiographer radiologist ranger realtor receptionist recruiter recruitment rector registrar rep reporter representative representatives researcher resident retailer reviewer rigger roofer runner
  sailor sales salesman salesperson salesforce saleswoman scholar scientist scrum secretary seller sergeant server setter sheriff shopkeeper singer soldier solicitor specialist sre
  statistician steward stewardess stockist strategist student stylist superintendent supervisor supporter surgeon surveyor sweeper tailor tamer teacher technician technologist
  teller tester therapist trader trainee trainer translator treasurer tutor typist underwriter usher valet vendor veterinarian vet vice-president videographer volunteer vp waiter
  waitress warden weaver welder worker writer zoologist master incharge in-charge traineeship practicum postdoc sde sdet swe qa pm
  leiter leiterin manager managerin entwickler entwicklerin softwareentwickler softwareentwicklerin ingenieur ingenieurin berater beraterin mitarbeiter mitarbeiterin sachbearbeiter
  sachbearbeiterin kaufmann kauffrau assistent assistentin referent referentin praktikant praktikantin praktikum werkstudent werkstudentin auszubildender auszubildende azubi lehrer lehrerin
  pfleger pflegerin krankenschwester pflegekraft krankenpfleger krankenpflegerin techniker technikerin mechaniker mechanikerin elektriker elektroniker buchhalter buchhalterin verkäufer verkäuferin geschäftsführer
  geschäftsführerin projektleiter projektleiterin teamleiter teamleiterin abteilungsleiter vertriebsleiter wirtschaftsprüfer steuerberater architekt architektin arzt ärztin fahrer koch köchin
  designerin redakteur redakteurin wissenschaftler wissenschaftlerin fachkraft fachinformatiker bürokaufmann bürokauffrau industriekaufmann meister monteur schlosser tischler bäcker friseur
  ingénieur ingénieure développeur développeuse responsable chargé chargée chef cheffe directeur directrice assistante stagiaire stage technicien technicienne consultante gestionnaire comptable
  vendeur vendeuse conseiller conseillère enseignant enseignante professeur infirmier infirmière médecin architecte concepteur graphiste secrétaire commercial commerciale alternant apprenti adjoint gérant ouvrier
  ingeniero ingeniera desarrollador desarrolladora gerente directora técnico técnica jefe jefa coordinador coordinadora asistente analista consultora administrativo administrativa
  contador contadora vendedor vendedora profesor profesora maestro maestra enfermero enfermera médico médica arquitecto arquitecta diseñador diseñadora programador programadora becario becaria encargado
  encargada auxiliar dependiente camarero camarera operario abogado abogada practicante supervisora
  ingegnere sviluppatore sviluppatrice responsabile direttore direttrice impiegato impiegata tecnico consulente assistente tirocinante stagista commessa commesso insegnante professore infermiere infermiera medico
  architetto grafico programmatore contabile addetto addetta operaio cameriere cuoco capo progettista ragioniere avvocato
  engenheiro engenheira desenvolvedor desenvolvedora gestor gestora diretor diretora técnico coordenador coordenadora estagiário estagiária professor professora enfermeiro enfermeira vendedor contabilista
  programador advogado auxiliar gerente encarregado
  ontwikkelaar ingenieur medewerker medewerkster projectleider teamleider adviseur directeur hoofd docent leraar verpleegkundige boekhouder verkoper stagiair stagiaire beheerder monteur
  chauffeur administrateur onderzoeker
  инженер разработчик менеджер директор бухгалтер аналитик специалист руководитель программист консультант администратор юрист врач учитель преподаватель экономист дизайнер тестировщик ассистент стажер
  начальник заместитель продавец водитель архитектор технолог секретарь
  مهندس مدير محاسب مطور محلل مستشار مساعد معلم طبيب ممرض مشرف رئيس منسق فني متدرب موظف أخصائي
  mühendisi mühendis geliştirici müdürü müdür uzmanı uzman yöneticisi danışman stajyer öğretmen hemşire tasarımcı
  kierownik inżynier programista specjalista dyrektor nauczyciel asystent inzynier ksiegowy
  इंजीनियर प्रबंधक शिक्षक लेखाकार सहायक विकासक अध्यापक डेवलपर मैनेजर`;

export const JOB_NOUNS: ReadonlySet<string> = new Set(NOUNS.split(/\s+/).flatMap((word) => fold(word).split(" ").slice(-1)));

/** Endings of job titles in scripts without spaces, and in compounding languages. */
export const JOB_ENDINGS =
  /(?:工程师|工程師|经理|經理|总监|主管|专员|專員|助理|顾问|设计师|设计员|开发|老师|教师|会计|分析师|实习生|研究员|医生|护士|总裁|主任|代表|编辑|律师|エンジニア|マネージャー|デザイナー|部長|課長|主任|プログラマー|ディレクター|コンサルタント|営業|教師|看護師|社員|사원|대리|과장|부장|팀장|개발자|엔지니어|매니저|디자이너|연구원|교사|간호사)$|(?:entwickler|ingenieur|berater|leiter|leiterin|techniker|assistentin?|referentin?|manager|fachfrau|fachmann|kauffrau|kaufmann|betreuer|betreuerin|prüfer|pfleger|lehrer|mechaniker|elektroniker|ontwikkelaar|medewerker|leider|adviseur|beheerder)$/iu;

/** Ranks that stand before the head of a title; alone they are no title. */
export const RANKS: ReadonlySet<string> = new Set(
  "senior sr junior jr lead principal staff chief assistant associate deputy vice head general regional national global interim acting leitender stellvertretender".split(
    " ",
  ),
);
