/** Section headings of résumés by kind: en, de, fr, es, it, pt, nl, and the common ones of zh, ja, ko, ru, ar, hi, vi, pl, tr, is, id, el, he, th. Written by hand. */
import type { SectionKind } from "#resumes/outline.ts";

export const HEADINGS: Partial<Record<SectionKind, string>> = {
  header: `contact|links|social|social media|profiles|online profiles|find me online|profile links|web presence|contact information|contact info|contact details|contact me|personal contact|kontakt|kontaktdaten|coordonnées|contacto|datos de contacto|
    contatti|contatto|contato|contatos|contactgegevens|联系方式|連絡先|контакты|контактная информация|الاتصال|معلومات الاتصال|संपर्क|연락처|
    liên hệ|thông tin liên hệ|iletişim|iletişim bilgileri|tengiliður|kontak|informasi kontak|επικοινωνία|στοιχεία επικοινωνίας|יצירת קשר|פרטי קשר|ติดต่อ|ข้อมูลติดต่อ|
    dane kontaktowe`,
  summary: `summary|profile|objective|about|about me|about myself|professional summary|executive summary|career summary|summary of qualifications|summary of qualification|
    qualifications summary|professional profile|career profile|personal profile|personal statement|career objective|career objectives|job objective|professional objective|
    employment objective|objectives|overview|professional overview|career overview|career highlights|highlights|highlights of qualifications|qualification highlights|
    summary of skills|summary of experience|experience summary|introduction|bio|biography|career goal|career goals|goal|goals|career focus|profile summary|
    profil|kurzprofil|über mich|zusammenfassung|persönliches profil|berufliches profil|ziel|à propos|à propos de moi|profil professionnel|résumé professionnel|objectif|
    objectif professionnel|présentation|perfil|perfil profesional|resumen|resumen profesional|sobre mí|acerca de mí|objetivo|objetivo profesional|extracto|
    profilo|profilo professionale|profilo personale|sommario|chi sono|obiettivo|obiettivo professionale|perfil profissional|resumo|resumo profissional|sobre mim|sobre|
    objetivo profissional|profiel|samenvatting|over mij|persoonlijk profiel|个人简介|自我评价|个人总结|個人簡介|求职意向|自己紹介|自己pr|プロフィール|職務要約|概要|
    профиль|обо мне|о себе|резюме|цель|الملخص|الملخص المهني|نبذة|نبذة عني|الهدف الوظيفي|सारांश|उद्देश्य|परिचय|자기소개|프로필|
    mục tiêu nghề nghiệp|giới thiệu|giới thiệu bản thân|tóm tắt|podsumowanie|podsumowanie zawodowe|o mnie|cel zawodowy|özet|hakkımda|kariyer hedefi|profil zawodowy|
    um mig|samantekt|ringkasan|tentang saya|tujuan karier|προφίλ|περίληψη|σχετικά με εμένα|פרופיל|תקציר|אודות|ประวัติย่อ|สรุป|เกี่ยวกับฉัน|เป้าหมายในอาชีพ|โปรไฟล์`,
  work: `experience|work experience|professional experience|employment|employment history|work history|career history|job history|employment experience|career experience|
    relevant experience|relevant work experience|experience and employment|working experience|industry experience|industrial experience|professional background|
    professional history|employment record|work|professional work experience|positions held|appointments|academic appointment|academic appointments|teaching experience|
    research experience|research|internship|internships|internship experience|clinical experience|military experience|military service|leadership experience|experience details|
    organizational experience|organisational experience|occupational history|job experience|career|highlights of employment|work background|employment details|experiences|
    additional experience|other experience|previous experience|past experience|management experience|nursing experience|work experiences|career chronology|
    professional chronology|employment summary|professional employment|career progression|career path|
    berufserfahrung|beruflicher werdegang|berufspraxis|praxiserfahrung|werdegang|berufliche erfahrung|arbeitserfahrung|praktika|praktische erfahrung|tätigkeiten|
    expérience|expériences|expérience professionnelle|expériences professionnelles|parcours professionnel|emplois|stages|
    experiencia|experiencia laboral|experiencia profesional|historial laboral|trayectoria profesional|experiencias|empleo|
    esperienza|esperienze|esperienza professionale|esperienze professionali|esperienza lavorativa|esperienze lavorative|
    experiência|experiências|experiência profissional|experiências profissionais|histórico profissional|percurso profissional|
    werkervaring|ervaring|professionele ervaring|loopbaan|arbeidsverleden|stages en werkervaring|
    工作经历|工作经验|工作經歷|职业经历|实习经历|職歴|職務経歴|職務経験|経歴|опыт|опыт работы|трудовой опыт|профессиональный опыт|трудовая деятельность|
    الخبرة|الخبرات|الخبرة العملية|الخبرات العملية|الخبرة المهنية|خبرات العمل|कार्य अनुभव|अनुभव|पेशेवर अनुभव|경력|경력사항|업무 경험|
    kinh nghiệm|kinh nghiệm làm việc|doświadczenie|doświadczenie zawodowe|przebieg kariery|historia zatrudnienia|iş deneyimi|iş deneyimleri|iş tecrübesi|deneyim|
    starfsreynsla|starfsferill|pengalaman kerja|pengalaman|riwayat pekerjaan|επαγγελματική εμπειρία|εργασιακή εμπειρία|προϋπηρεσία|εμπειρία|ניסיון תעסוקתי|
    ניסיון מקצועי|ניסיון|ประสบการณ์ทำงาน|ประสบการณ์การทำงาน|ประวัติการทำงาน`,
  projects: `projects|project|personal projects|academic projects|selected projects|key projects|side projects|project experience|projects undertaken|major projects|open source|
    open source projects|project details|projects details|project work|projects worked on|related project|academic project|projects handled|project summary|
    projects and work done|research projects|
    projekte|projekt|ausgewählte projekte|projets|projets personnels|proyectos|progetti|projetos|projecten|项目经历|项目经验|项目|項目經驗|プロジェクト|проекты|المشاريع|مشاريع|परियोजनाएं|프로젝트|
    dự án|projekty|projeler|verkefni|proyek|έργα|פרויקטים|โครงการ`,
  volunteer: `volunteer|volunteering|volunteer experience|volunteer work|volunteer activities|community service|community involvement|community|civic activities|social work|
    ehrenamt|ehrenamtliche tätigkeit|ehrenamtliches engagement|engagement|bénévolat|voluntariado|volontariato|vrijwilligerswerk|志愿者经历|ボランティア|волонтерство|العمل التطوعي|स्वयंसेवा|
    wolontariat|gönüllülük|hoạt động tình nguyện|sjálfboðastarf|relawan|εθελοντισμός|התנדבות|อาสาสมัคร`,
  education: `education|academic background|educational background|education details|academic qualifications|academic qualification|educational qualifications|
    educational qualification|education and qualifications|academics|academic profile|academic history|academic credentials|academic details|education history|
    scholastic record|educational details|qualifications|qualification|professional education|formal education|schooling|studies|academic|education background|
    academic record|academia|educational profile|educational credentials|academic chronicle|scholastics|degrees|
    ausbildung|bildung|bildungsweg|schulbildung|studium|akademische ausbildung|schulische ausbildung|hochschulbildung|bildungsgang|aus und weiterbildung|
    formation|formations|éducation|études|diplômes|parcours académique|formation académique|scolarité|
    educación|formación|formación académica|estudios|educación y formación|formacion|historial académico|
    istruzione|formazione|istruzione e formazione|studi|titoli di studio|educação|formação|formação académica|formação acadêmica|escolaridade|habilitações|
    habilitações literárias|habilitações académicas|opleiding|opleidingen|onderwijs|scholing|studie|教育背景|教育经历|教育|学历|學歷|学歴|образование|
    التعليم|المؤهلات|المؤهلات العلمية|المؤهلات الأكاديمية|الشهادات العلمية|शिक्षा|शैक्षिक योग्यता|शैक्षणिक योग्यता|학력|학력사항|교육|
    học vấn|trình độ học vấn|quá trình học tập|wykształcenie|edukacja|eğitim|eğitim bilgileri|öğrenim|menntun|nám|pendidikan|riwayat pendidikan|εκπαίδευση|σπουδές|
    השכלה|לימודים|การศึกษา|ประวัติการศึกษา`,
  certificates: `certifications|certification|certificates|certificate|licenses|licences|licensure|licenses and certifications|professional certifications|
    certifications and licenses|trainings|training|professional training|training and certifications|courses|professional development|
    technical certifications|credentials|accreditations|registrations|continuing education|trainings attended|certification details|workshops|
    zertifikate|zertifizierungen|zertifizierung|weiterbildung|weiterbildungen|fortbildung|fortbildungen|kurse|qualifikationen|
    certificats|formations complémentaires|formation continue|certificaciones|certificados|cursos|cursos y certificaciones|formación complementaria|
    certificazioni|certificati|corsi|corsi di formazione|certificações|formação complementar|certificaten|certificeringen|cursussen|trainingen|
    证书|资格证书|認證|資格|免許|免許資格|сертификаты|курсы|повышение квалификации|الشهادات|الدورات|الدورات التدريبية|प्रमाणपत्र|प्रमाण पत्र|자격증|
    chứng chỉ|kursy i szkolenia|certyfikaty|sertifikalar|námskeið|sertifikat|πιστοποιήσεις|σεμινάρια|קורסים|הסמכות|ใบรับรอง`,
  skills: `skills|technical skills|key skills|core skills|skill set|skillset|skills summary|core competencies|competencies|competences|areas of expertise|expertise|
    technical expertise|technologies|technology|technical proficiency|technical proficiencies|technical summary|technical knowledge|computer skills|it skills|
    software skills|software|tools|tech stack|technology stack|soft skills|hard skills|professional skills|programming skills|programming languages|technical profile|
    skills and abilities|key competencies|core qualifications|strengths|key strengths|proficiencies|capabilities|additional skills|other skills|computer proficiency|
    computer knowledge|technical competencies|core professional strengths|technical skill set|it proficiency|technical experience|areas of knowledge|specialties|
    specialities|specialization|special skills|skills and tools|tools and technologies|technical tools|functional skills|management skills|interpersonal skills|
    personal skills|computer literacy|software proficiency|it knowledge|software knowledge|technical background|core strengths|key skill|skill|skills set|technical strengths|
    relevant skills|skill highlights|skills highlights|key qualifications|areas of strength|technical skill|technical exposure|domain skills|domain knowledge|software packages|
    kenntnisse|fähigkeiten|kompetenzen|edv kenntnisse|it kenntnisse|fachkenntnisse|fachliche kenntnisse|stärken|schwerpunkte|persönliche stärken|soziale kompetenzen|besondere kenntnisse|
    technische kenntnisse|technologien|compétences|compétences techniques|compétences clés|savoir faire|savoir être|informatique|outils|atouts|logiciels|
    competencias|habilidades|aptitudes|conocimientos|conocimientos técnicos|capacidades|destrezas|informática|habilidades técnicas|conocimientos informáticos|
    competenze|capacità|abilità|competenze tecniche|competenze informatiche|capacità e competenze|conoscenze informatiche|competenze digitali|
    competências|aptidões|conhecimentos|habilidades técnicas|competências técnicas|informática|vaardigheden|competenties|kennis|computervaardigheden|technische vaardigheden|
    技能|专业技能|技术栈|技能特长|個人技能|スキル|活かせる経験|技術|навыки|ключевые навыки|профессиональные навыки|умения|المهارات|مهارات|المهارات التقنية|कौशल|तकनीकी कौशल|기술|기술 스택|보유 기술|스킬|
    kỹ năng|kỹ năng chuyên môn|umiejętności|kompetencje|yetenekler|beceriler|yetkinlikler|færni|hæfni|keahlian|keterampilan|kemampuan|δεξιότητες|ικανότητες|כישורים|
    מיומנויות|ทักษะ|ความสามารถ`,
  languages: `languages|language|language skills|languages known|foreign languages|language proficiency|linguistic skills|spoken languages|linguistic proficiency|
    sprachen|sprachkenntnisse|fremdsprachen|langues|langues étrangères|idiomas|lenguas|lingue|lingue straniere|conoscenze linguistiche|competenze linguistiche|línguas|talen|talenkennis|
    语言|语言能力|語言|語学|言語|языки|иностранные языки|знание языков|اللغات|भाषाएं|भाषाएँ|भाषा|언어|외국어|
    ngôn ngữ|ngoại ngữ|języki|języki obce|znajomość języków|diller|yabancı diller|yabancı dil|tungumál|tungumálakunnátta|bahasa|kemampuan bahasa|γλώσσες|
    ξένες γλώσσες|שפות|ภาษา`,
  publications: `publications|publication|selected publications|papers|patents|publications and patents|papers published|journal articles|conference papers|books|articles|
    presentations|conferences|invited talks|talks|veröffentlichungen|publikationen|publicaciones|pubblicazioni|publicações|publicaties|发表论文|论文|論文|業績|публикации|المنشورات|प्रकाशन|
    publikacje|yayınlar|δημοσιεύσεις|פרסומים|ผลงานตีพิมพ์`,
  awards: `awards|honors|honours|awards and honors|honors and awards|achievements|accomplishments|key achievements|awards and achievements|awards and recognition|recognition|
    scholarships|scholarships and awards|academic achievements|professional achievements|career achievements|significant accomplishments|honors and activities|
    notable achievements|prizes|distinctions|grants|auszeichnungen|preise|erfolge|stipendien|prix|distinctions|récompenses|
    premios|logros|reconocimientos|premi|riconoscimenti|prémios|prêmios|conquistas|prijzen|onderscheidingen|荣誉|奖项|获奖情况|受賞|受賞歴|награды|достижения|الجوائز|الإنجازات|पुरस्कार|उपलब्धियां|수상|
    osiągnięcia|nagrody|ödüller|başarılar|giải thưởng|viðurkenningar|penghargaan|βραβεία|διακρίσεις|פרסים|รางวัล`,
  interests: `interests|hobbies|hobbies and interests|interests and hobbies|personal interests|activities|extracurricular activities|extra curricular activities|leisure|
    extracurriculars|research interests|interest|hobby|co curricular activities|leadership and activities|activities and interests|
    interessen|hobbys|freizeit|hobbys und interessen|persönliche interessen|centres d'intérêt|centres d’intérêt|centre d'intérêt|loisirs|intérêts|intereses|aficiones|pasatiempos|
    interessi|hobby e interessi|interesses|passatempos|interesses|hobby's|hobbies en interesses|兴趣爱好|爱好|趣味|興味|趣味特技|интересы|хобби|увлечения|الاهتمامات|الهوايات|रुचियां|शौक|취미|관심사|
    sở thích|zainteresowania|hobi|hobiler|ilgi alanları|áhugamál|minat|ενδιαφέροντα|תחביבים|งานอดิเรก|ความสนใจ`,
  references: `references|reference|referees|professional references|recommendations|testimonials|referenzen|références|referencias|referenze|referências|referenties|
    推荐人|推薦人|рекомендации|المراجع|संदर्भ|추천인|
    người tham khảo|referanslar|referencje|meðmæli|umsagnaraðilar|referensi|συστάσεις|ממליצים|บุคคลอ้างอิง`,
  personal: `personal details|personal information|personal data|personal|personal profile details|personal dossier|personal particulars|personal info|bio data|biodata|vital statistics|declaration|
    persönliche daten|persönliche angaben|angaben zur person|zur person|personalien|informations personnelles|état civil|datos personales|información personal|
    dati personali|informazioni personali|dados pessoais|informações pessoais|persoonlijke gegevens|personalia|个人信息|基本信息|個人資料|個人情報|личные данные|личная информация|
    المعلومات الشخصية|البيانات الشخصية|व्यक्तिगत विवरण|व्यक्तिगत जानकारी|인적사항|개인정보|
    thông tin cá nhân|dane osobowe|kişisel bilgiler|persónuupplýsingar|data pribadi|informasi pribadi|προσωπικά στοιχεία|פרטים אישיים|ข้อมูลส่วนตัว`,
  other: `additional information|coursework|relevant coursework|relevant courses|courses taken|additional|other information|other details|other|miscellaneous|additional details|affiliations|professional affiliations|memberships|
    professional memberships|membership|associations|professional associations|organizations|professional organizations|availability|availability and preferences|more|
    additional info|societies|willing to relocate|designations and promotions|sonstiges|weitere informationen|mitgliedschaften|autres|divers|informations complémentaires|affiliations|
    otros|otros datos|información adicional|datos adicionales|altro|ulteriori informazioni|informazioni aggiuntive|outros|outras informações|informações adicionais|overig|overige|nevenactiviteiten|其他|その他|дополнительная информация|дополнительно|
    معلومات إضافية|अन्य|अतिरिक्त जानकारी|기타`,
};

/** Words that may stand before or after a heading without changing what it is. */
export const MODIFIERS =
  "professional relevant additional selected key core other my career further recent academic related summary of and the a details history overview major main personal current " +
  "general special specific additional brief prior past previous work full additional section berufliche weitere meine mes autres mis otras otros mie";

/** A heading of few words that ends (or, in Romance languages, begins) with one of these is of that kind. */
export const HEAD_NOUNS: Partial<Record<SectionKind, string>> = {
  work: "experience employment erfahrung expérience experiencia esperienza experiência ervaring internships appointments",
  projects: "projects projekte projets proyectos progetti projetos",
  education: "education qualifications ausbildung studies",
  certificates: "certifications certificates licenses trainings courses courseworks zertifikate",
  skills:
    "skills expertise competencies proficiency proficiencies kenntnisse kompetenzen compétences competencias competenze competências vaardigheden habilidades technologies strengths",
  languages: "languages sprachen langues idiomas lingue",
  publications: "publications papers patents presentations conferences",
  awards: "awards honors honours achievements accomplishments scholarships recognitions",
  interests: "interests hobbies activities involvement",
  volunteer: "volunteering volunteer",
  references: "references",
  other: "memberships affiliations information",
  summary: "summary objective profile",
};
