/** The invented applicants of the samples, each with another degree of fit for the job. */

export type Job = { title: string; employer: string; place: string; period: string; did: readonly string[] };
export type Applicant = {
  name: string;
  title: string;
  email: string;
  phone: string;
  place: string;
  summary: string;
  jobs: readonly Job[];
  education: readonly { degree: string; school: string; period: string }[];
  skills: readonly string[];
  languages: readonly string[];
  certificates: readonly string[];
};

/** Has years of experience in everything the ad asks for. */
export const LENA: Applicant = {
  name: "Lena Brandt",
  title: "Data Analyst, Logistics",
  email: "lena.brandt@example.com",
  phone: "+44 113 496 0142",
  place: "Leeds, United Kingdom",
  summary: "Analyst who likes depots at four in the morning: the numbers are freshest there.",
  jobs: [
    {
      title: "Senior Data Analyst",
      employer: "Northwind Freight",
      place: "Leeds",
      period: "03/2021 – 06/2026",
      did: [
        "Wrote 60 SQL reports that plan 14 depots every night; the slowest went from 9 minutes to 4 seconds.",
        "Forecast parcel volumes in Python; the error fell from 11 % to 6 %, and 40 vans fewer drove empty.",
        "Presented the weekly numbers to depot managers and drivers in plain words (communication).",
      ],
    },
    {
      title: "Data Analyst",
      employer: "Tailspin Retail",
      place: "York",
      period: "09/2018 – 02/2021",
      did: ["Kept the Excel stock model of 30 shops, with 12,000 articles.", "Moved the sales reports from Excel to Power BI."],
    },
  ],
  education: [{ degree: "B.Sc. Mathematics", school: "Example University", period: "2015 – 2018" }],
  skills: ["SQL", "Python", "Forecasting", "Excel", "Power BI", "Data analysis"],
  languages: ["English (C2)", "German (native)"],
  certificates: [],
};

/** Strong in tools, new to the field. */
export const TOMAS: Applicant = {
  name: "Tomás Ferreira Lima",
  title: "Business Intelligence Developer",
  email: "tomas.ferreira@example.org",
  phone: "+351 21 555 0164",
  place: "Porto, Portugal",
  summary: "Builds reports that people open twice.",
  jobs: [
    {
      title: "BI Developer",
      employer: "Contoso Energia",
      place: "Porto",
      period: "Jan 2022 – May 2026",
      did: [
        "Built 25 Power BI dashboards on a SQL warehouse of 3 TB.",
        "Automated the monthly Excel reports of the finance team with Python.",
      ],
    },
    {
      title: "Junior Developer",
      employer: "Fabrikam Seguros",
      place: "Braga",
      period: "Sep 2019 – Dec 2021",
      did: ["Wrote SQL procedures for 6 insurance products."],
    },
  ],
  education: [{ degree: "M.Sc. Information Systems", school: "Universidade de Exemplo", period: "2017 – 2019" }],
  skills: ["Power BI", "SQL", "Python", "Excel", "DAX"],
  languages: ["Portuguese (native)", "English (C1)"],
  certificates: ["Power BI Data Analyst, 2023"],
};

/** Knows the data warehouse, wants to learn the rest. */
export const AIKO: Applicant = {
  name: "Aiko Tanabe",
  title: "Warehouse Shift Lead",
  email: "aiko.tanabe@example.net",
  phone: "+44 114 496 0177",
  place: "Sheffield, United Kingdom",
  summary: "Shift lead who keeps stock and paper in step. Would like to learn Python and forecasting.",
  jobs: [
    {
      title: "Shift Lead",
      employer: "Wingtip Cold Store",
      place: "Sheffield",
      period: "2019 – 2026",
      did: [
        "Led a night shift of 16 people who load 30 trucks.",
        "Introduced a new warehouse management system (WMS) and trained 60 colleagues on it.",
        "Planned the loading in Excel and sent the figures to the depots every morning.",
      ],
    },
    {
      title: "Forklift Operator",
      employer: "Wingtip Cold Store",
      place: "Sheffield",
      period: "2016 – 2019",
      did: ["Moved 200 pallets a shift."],
    },
  ],
  education: [{ degree: "Vocational certificate in logistics", school: "Example College", period: "2016" }],
  skills: ["WMS", "Excel", "Team leadership", "Forklift licence", "HACCP"],
  languages: ["English (fluent)", "Japanese (native)"],
  certificates: ["Forklift licence, 2016", "HACCP responsible person, 2020"],
};

/** From another profession. */
export const SAMUEL: Applicant = {
  name: "Samuel Okoro",
  title: "Pastry Chef",
  email: "samuel.okoro@example.com",
  phone: "+44 20 7946 0018",
  place: "London, United Kingdom",
  summary: "Pastry chef with a calm kitchen.",
  jobs: [
    {
      title: "Pastry Chef",
      employer: "The Example Hotel",
      place: "London",
      period: "2020 – 2026",
      did: ["Ran the pastry kitchen of a hotel with 180 rooms.", "Planned orders and stock in Excel; waste fell by a third."],
    },
    { title: "Baker", employer: "Corner Pantry", place: "York", period: "2016 – 2020", did: ["Baked 400 loaves a night."] },
  ],
  education: [{ degree: "Diploma in Patisserie", school: "Example Culinary School", period: "2016" }],
  skills: ["Pastry", "Menu planning", "Food safety", "Team leadership"],
  languages: ["English (native)"],
  certificates: ["Food safety level 3, 2021"],
};
