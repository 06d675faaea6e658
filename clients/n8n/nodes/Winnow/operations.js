/** What the node does with one item. Each returns the JSON of the item that it makes. */
const { createHash } = require("node:crypto");
const { request, waitForTask } = require("./request.js");

/** JSON that a person wrote, or an expression gave as an object. Throws Error with the name of the setting. */
function jsonOf(value, name) {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new Error(`${name} is no valid JSON: ${error.message}`);
  }
}

async function base64Of(context, index, property) {
  context.helpers.assertBinaryData(index, property);
  return (await context.helpers.getBinaryDataBuffer(index, property)).toString("base64");
}

/** The same for the next try of a node in the same execution, so that nothing is read or paid for twice. */
function keyOf(context, index, body) {
  const of = [context.getExecutionId(), context.getNode().id, index, JSON.stringify(body)];
  return `n8n-${createHash("sha256").update(of.join("\n")).digest("hex")}`;
}

const post = (context, index, path, body) => request(context, { method: "POST", path, body, key: keyOf(context, index, body) });

async function documentOf(context, index) {
  if (context.getNodeParameter("source", index) === "url") return { document_url: context.getNodeParameter("url", index) };
  return { file_content: await base64Of(context, index, context.getNodeParameter("binaryProperty", index)) };
}

function valuesOf(context, index) {
  switch (context.getNodeParameter("read", index)) {
    case "template":
      return { template_id: context.getNodeParameter("templateId", index) };
    case "auto":
      return { template_id: "auto" };
    default:
      return { extraction_schema: jsonOf(context.getNodeParameter("schema", index), "Schema") };
  }
}

/** The task as it was submitted. */
async function submit(context, index) {
  const { metadata, ...options } = context.getNodeParameter("options", index, {});
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ""));
  const body = {
    ...(await documentOf(context, index)),
    ...valuesOf(context, index),
    ...given,
    ...(metadata ? { metadata: jsonOf(metadata, "Metadata") } : {}),
  };
  return post(context, index, "/api/extractor/v1/extract-async", body);
}

/** Throws Error where the task failed; one that takes longer is given as it is. */
async function ended(context, index, taskId) {
  const task = await waitForTask(context, taskId, context.getNodeParameter("waitSeconds", index));
  if (task.status !== "failed") return task;
  const error = new Error(`${task.error?.message ?? "The document could not be read."} (task ${taskId})`);
  error.errorCode = task.error?.code ?? null;
  throw error;
}

async function extract(context, index) {
  const { task_id: taskId } = await submit(context, index);
  return ended(context, index, taskId);
}

const get = (context, index) => ended(context, index, context.getNodeParameter("taskId", index));

async function resumeOf(context, index) {
  switch (context.getNodeParameter("resumeSource", index)) {
    case "url":
      return { resume_url: context.getNodeParameter("url", index) };
    case "text":
      return { resume_text: context.getNodeParameter("text", index) };
    default: {
      const property = context.getNodeParameter("binaryProperty", index);
      const { fileName = property, mimeType } = context.helpers.assertBinaryData(index, property);
      return { resume_file: { filename: fileName, content_type: mimeType, content: await base64Of(context, index, property) } };
    }
  }
}

async function evaluate(context, index) {
  const skills = context.getNodeParameter("skills", index).split(",");
  const description = context.getNodeParameter("jobDescription", index, "");
  const body = {
    job_id: context.getNodeParameter("jobId", index),
    application_id: context.getNodeParameter("applicationId", index),
    ...(await resumeOf(context, index)),
    job_details: {
      ...(description === "" ? {} : { description }),
      required_skills: skills.map((name) => ({ name: name.trim() })).filter(({ name }) => name !== ""),
    },
  };
  return post(context, index, "/api/recruit/v1/evaluate", body);
}

module.exports = { evaluate, extract, get, submit };
