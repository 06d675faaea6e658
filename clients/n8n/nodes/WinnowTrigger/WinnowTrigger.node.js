/** Starts a workflow with each webhook of the service. Only signed ones count (Standard Webhooks, standardwebhooks.com). */
const { createHmac, timingSafeEqual } = require("node:crypto");

/** Earlier and later ones are refused, as an attacker may have kept them. */
const TOLERANCE_SECONDS = 300;
const PREFIX = "whsec_";
const EVENTS = ["extraction.completed", "extraction.failed", "packet.completed", "batch.completed", "resume_job.completed"];

/** `body`: the bytes as they came. `secret`: whsec_ and base64. */
function isSigned(secret, headers, body, now = Date.now()) {
  const [id, time, signatures = ""] = ["id", "timestamp", "signature"].map((name) => headers[`webhook-${name}`]);
  if (!secret.startsWith(PREFIX) || !(Math.abs(now / 1000 - Number(time)) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const right = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest();
  return signatures.split(" ").some((each) => {
    const given = Buffer.from(each.startsWith("v1,") ? each.slice(3) : "", "base64");
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

class WinnowTrigger {
  description = {
    displayName: "Winnow Trigger",
    name: "winnowTrigger",
    icon: "file:../../winnow.svg",
    group: ["trigger"],
    version: 1,
    description: "Starts when Winnow has read a document",
    defaults: { name: "Winnow Trigger" },
    inputs: [],
    outputs: ["main"],
    credentials: [{ name: "winnowApi", required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "winnow" }],
    properties: [
      {
        displayName: "Give the address above as the Callback URL of what you submit. The credentials need the webhook secret.",
        name: "notice",
        type: "notice",
        default: "",
      },
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
        default: ["extraction.completed", "extraction.failed"],
        options: EVENTS.map((value) => ({ name: value, value })),
      },
    ],
  };

  async webhook() {
    const { webhookSecret } = await this.getCredentials("winnowApi");
    const { rawBody } = this.getRequestObject();
    if (!isSigned(String(webhookSecret ?? ""), this.getHeaderData(), rawBody)) {
      const response = this.getResponseObject();
      response.status(401).json({ message: "The webhook is not signed with the webhook secret of the credentials, or is too old." });
      return { noWebhookResponse: true };
    }
    const event = this.getBodyData();
    if (!this.getNodeParameter("events").includes(event.type)) return {};
    return { workflowData: [[{ json: { event: event.type, webhook_id: this.getHeaderData()["webhook-id"], ...event.data } }]] };
  }
}

module.exports = { WinnowTrigger };
