// The rungs of ARCHITECTURE.md: a room imports itself and lower rungs, never a sibling, never upward.
const { Visitor } = require("@swc/core/Visitor.js");

// swc's visitor does not know `using` declarations (ECMAScript 2026) and would throw at the first; their initialisers are read like any other's.
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== "UsingDeclaration") return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement;
};

const RUNGS = [
  ["contract"],
  ["platform", "language", "spreadsheets"],
  ["documents"],
  ["structure", "einvoices"],
  ["engines", "skills"],
  ["results", "job-ads", "rules"],
  ["resumes", "packets"],
  ["scoring"],
  ["lists"],
  ["accounts", "templates", "webhooks", "memory", "accuracy", "uploads"],
  ["extraction", "recruiting"],
  ["http", "worker", "cli"],
  ["main"],
];

/** Values in, values out: no database, queue, network or file. */
const PURE = [
  "language",
  "spreadsheets",
  "structure",
  "einvoices",
  "results",
  "rules",
  "skills",
  "job-ads",
  "resumes",
  "packets",
  "scoring",
];

const rules = RUNGS.flatMap((rooms, rung) =>
  rooms.map((room) => {
    const allowed = [room, ...RUNGS.slice(0, rung).flat()];
    return {
      name: `${room}-looks-down`,
      severity: "error",
      comment: `src/${room} may import ${allowed.join(", ")} only.`,
      from: { path: `^src/${room}/`, pathNot: "\\.test\\.ts$" },
      to: { path: "^(src|tests|bench|samples)/", pathNot: `^src/(${allowed.join("|")})/` },
    };
  }),
);

module.exports = {
  forbidden: [
    ...rules,
    {
      name: "contract-imports-zod-only",
      severity: "error",
      from: { path: "^src/contract/", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["npm", "npm-dev"], pathNot: "node_modules/zod/" },
    },
    {
      name: "pure-rooms",
      severity: "error",
      comment: `src/${PURE.join(", src/")} work on values alone.`,
      from: { path: `^src/(${PURE.join("|")})/`, pathNot: "\\.test\\.ts$" },
      to: { path: "^src/platform/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-dev-packages-in-the-service",
      severity: "error",
      comment: "Types are gone when it runs.",
      from: { path: "^src/", pathNot: "(\\.test\\.ts$|/testing/)" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^node_modules/@types" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["winnow:source", "import", "node", "default", "types"],
      extensions: [".ts", ".js", ".json"],
    },
  },
};
