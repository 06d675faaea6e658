/** The node: reads documents, and evaluates résumés. Its settings are in settings.js, its work in operations.js. */
const operations = require("./operations.js");
const { request } = require("./request.js");
const { properties } = require("./settings.js");

class Winnow {
  description = {
    displayName: "Winnow",
    name: "winnow",
    icon: "file:../../winnow.svg",
    group: ["transform"],
    version: 1,
    subtitle: "={{$parameter.operation}}",
    description: "Values from documents and résumés, with the place of each on its page",
    defaults: { name: "Winnow" },
    inputs: ["main"],
    outputs: ["main"],
    usableAsTool: true,
    credentials: [{ name: "winnowApi", required: true }],
    properties,
  };

  methods = {
    loadOptions: {
      /** The newest 100 templates by name. */
      async templates() {
        const { templates } = await request(this, { method: "GET", path: "/api/extractor/v1/templates", query: { limit: 100 } });
        return templates.map(({ template_id: value, name }) => ({ name, value }));
      },
    },
  };

  /** One item for each of the input. */
  async execute() {
    const made = [];
    for (const [index] of this.getInputData().entries()) {
      const operation = operations[this.getNodeParameter("operation", index)];
      try {
        made.push({ json: await operation(this, index), pairedItem: { item: index } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        made.push({ json: { error: error.message, error_code: error.errorCode ?? null }, pairedItem: { item: index } });
      }
    }
    return [made];
  }
}

module.exports = { Winnow };
