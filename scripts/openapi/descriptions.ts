/** Descriptions of the operations for the API reference. Their summaries are in the routes. */
import { FILE_TYPE_NAMES } from "#contract/file-types.ts";

const TASK_ID = "The id is the one that `extract-async` answered.";
const NEXT = "`next_cursor` of the answer, sent as `cursor`, gives the next page; it is `null` on the last one.";
const SESSION = "Used by the dashboard, with the session cookie of the signed-in person instead of a key.";
const PICTURE = "A PNG, `width` pixels wide. Boxes in answers are shares of the page, so they fit a picture of any width.";

export const DESCRIPTIONS: Record<string, string> = {
  "GET /healthz": "Answers as long as the process runs. Needs no key.",
  "GET /readyz": "Answers 200 when requests can be served, 503 while the server starts, stops or has no database. Needs no key.",
  "GET /metrics":
    "Prometheus' text format. Answers private addresses that come through no proxy, or callers that send `WINNOW_METRICS_TOKEN` as a bearer token.",

  "POST /api/extractor/v1/extract-async": `Takes a document and a schema and answers with a task id at once; the document is read in the background. Send the document once: \`file_content\` (base64) or \`document_url\`, at the top or inside \`document\`. Say what to read by \`extraction_schema\` or by the \`template_id\` of a saved template. Then poll the task with \`wait\`, follow its events, or give a \`callback_url\` for a signed webhook. The document is a ${FILE_TYPE_NAMES} of up to 10 MB, 200 pages and 200,000 cells; its bytes say which, not its name.`,
  "POST /api/extractor/v1/schemas/validate":
    "Answers 200 for a wrong schema too: `valid` is false, and `errors` name each invalid property. `warnings` name properties that nothing reads. `schema` is the schema as it is understood.",
  "POST /api/extractor/v1/schemas/suggest":
    "Reads the first ten pages of a document while you wait and proposes a schema: the labels it prints, a table, the boxes of a form, each with a sample value and its place. `preview` is the first page as a picture. Nothing is stored.",
  "POST /api/extractor/v1/documents/preview":
    "Draws the first page of a document before anything is read: what people see while `schemas/suggest` works, and whether a password opens the file.",
  "GET /api/extractor/v1/tasks": `Newest first, or with \`order=least_confident\` those that need a look first. ${NEXT}`,
  "GET /api/extractor/v1/tasks/{task_id}": `${TASK_ID} With \`wait\` the answer comes when the task has ended, or after so many seconds. \`data\` has the values in the shape of your schema, \`fields\` the evidence of each by its JSON Pointer.`,
  "DELETE /api/extractor/v1/tasks/{task_id}":
    "Deletes document, result and text. A task that runs is stopped. This cannot be undone; only a line in the audit log stays.",
  "POST /api/extractor/v1/tasks/{task_id}/cancel":
    "Stops a task that waits or runs; it ends as `failed` with the error code `cancelled`. 400 for a task that has ended.",
  "POST /api/extractor/v1/tasks/{task_id}/retry":
    "Starts a failed task again, with a new deadline and all its attempts. 400 for any other task.",
  "GET /api/extractor/v1/tasks/{task_id}/document":
    "The file as it was sent or fetched. 404 once it was deleted or its retention time is over.",
  "GET /api/extractor/v1/tasks/{task_id}/pages/{n}.png": `${PICTURE} Files without pages, such as sheets and mails, have pages that are laid out for reading. 404 for a page that the document does not have, and once the document was deleted.`,
  "GET /api/extractor/v1/tasks/{task_id}/pages/{n}/words":
    "The words that are printed inside `bbox`, for a value that a reviewer selects on the page. A locked document needs its password again, in the header `document-password`.",
  "GET /api/extractor/v1/tasks/{task_id}/schema":
    "The schema as it was sent, or that of the template's version at that time: to extract another document alike, or to save it as a template.",
  "POST /api/extractor/v1/tasks/{task_id}/review":
    "Saves corrections of values, rows and whole lists, and whether the review is done. `data` and `fields` stay as they were read; corrections are kept in `reviewed`. With `done: true` the review teaches how the next documents of this layout are read. A correction has to fit the field's type: what can be read in two ways is refused with 422.",
  "POST /api/extractor/v1/inboxes":
    "Attachments of new mails from the named senders become tasks; a mail is then moved to `Winnow/Done`, others to `Winnow/Refused`. Objects of a bucket's folder become tasks; an object is then moved to `done/` or `refused/` in it. The mailbox or bucket is opened once before the answer. Folders are watched by `winnow inboxes add` of the server's operator.",
  "GET /api/extractor/v1/inboxes": "With the reason of each that cannot be read now.",
  "GET /api/extractor/v1/inboxes/{inbox_id}": "Its `problem` says why nothing can be taken now; that is tried again by itself.",
  "PUT /api/extractor/v1/inboxes/{inbox_id}": "A paused inbox takes nothing; what comes meanwhile is taken afterwards.",
  "DELETE /api/extractor/v1/inboxes/{inbox_id}":
    "It is no longer watched. Its tasks stay, and so does what lies in the mailbox, folder or bucket.",
  "GET /api/extractor/v1/inboxes/{inbox_id}/items": `Each document that came, with its task or the reason why it was put aside. ${NEXT}`,
  "POST /api/extractor/v1/outboxes":
    "From now on the record of each finished task, as a line of `GET /templates/{template_id}/results?format=jsonl` has it, is written to the bucket as `{task_id}.json`, and written again when it changes: at least once, and last as it is last. An object `.winnow` is written before the answer, to try the bucket. Folders are written by `winnow outboxes add` of the server's operator.",
  "GET /api/extractor/v1/outboxes": "With the reason of each that cannot be written now, and how many records wait.",
  "GET /api/extractor/v1/outboxes/{outbox_id}": "Its `problem` says why nothing can be written now; that is tried again by itself.",
  "PUT /api/extractor/v1/outboxes/{outbox_id}": "Nothing is written while it is paused; what finishes meanwhile is written afterwards.",
  "DELETE /api/extractor/v1/outboxes/{outbox_id}": "Nothing is written any more, also not what waits. What was written stays.",
  "GET /api/extractor/v1/tasks/{task_id}/work":
    "Who is to review it, who has it open, the comments of people, and where two people read it, what they disagree about.",
  "POST /api/account/v1/reviews/{task_id}":
    "Until it is closed, or for a minute, nobody else may change its values; sent again it stays open.",
  "DELETE /api/account/v1/reviews/{task_id}": "Others may change its values again. A finished review closes it by itself.",
  "PUT /api/extractor/v1/tasks/{task_id}/assignment": "The dashboard gives it to nobody else as the next one, and to this person first.",
  "POST /api/extractor/v1/tasks/{task_id}/comments": "For the members of the workspace; it is deleted with the task.",
  "DELETE /api/extractor/v1/tasks/{task_id}/comments/{comment_id}":
    "One's own comment; admins, and programs with the key, delete anybody's. The activity log says that a comment of the task was deleted.",
  "POST /api/account/v1/reviews/next":
    "A completed task that is not reviewed yet, which nobody else has open or is to review: first those that the caller is to review, then those that the caller is to read as the second person, then the least sure. It is open for the caller.",
  "GET /api/extractor/v1/reviews/people":
    "For each person the finished reviews, corrected values and the median time from opening to finishing, and how many of their values a second reader left alike; and the fields that were corrected most often. For admins.",
  "GET /api/extractor/v1/tasks/{task_id}/deliveries": "Each webhook of the task with every attempt, and what your server answered.",
  "GET /api/extractor/v1/deliveries": `The webhooks of the whole account, with every attempt. ${NEXT}`,
  "POST /api/extractor/v1/webhook-test":
    "Sends a signed `webhook.test` event to a URL as any other webhook is sent, with retries and a log. The answer is the delivery; its outcome is in `GET /deliveries`.",
  "POST /api/extractor/v1/deliveries/{delivery_id}/replay":
    "Sends a delivery again: with the same `webhook-id`, so that your server can recognise the event, and a new time and signature.",
  "POST /api/extractor/v1/templates":
    "Saves a schema under a name. Programs then send its `template_id` instead of the schema, so that the schema can change without them.",
  "GET /api/extractor/v1/templates": `Each in the version that tasks use. ${NEXT}`,
  "GET /api/extractor/v1/templates/{template_id}": "The version of a template that tasks use; drafts are in its versions.",
  "PUT /api/extractor/v1/templates/{template_id}":
    "Replaces name, schema, description and rules by a new version. New tasks get it at once, unless `published` is false: then it is a draft. Tasks that were submitted before keep theirs.",
  "DELETE /api/extractor/v1/templates/{template_id}":
    "Requests with its id are refused from then on. Tasks that were submitted with it are not affected.",
  "GET /api/extractor/v1/templates/{template_id}/versions": "What the template said in each version.",
  "GET /api/extractor/v1/templates/{template_id}/results":
    "All completed tasks of the template, oldest first, with the corrections of people. `csv` and `xlsx` have a row for each document and one for each row of a table: a sheet, or with `csv` the `table` that is asked for. Nested groups are columns such as `seller.name`, no text is a formula, and values that only earlier versions of the template had come last. `jsonl` has the record of each task as `GET /tasks/{task_id}` has it, and in `final_data` its `data` with the corrections. Tasks that end meanwhile are left out.",
  "POST /api/extractor/v1/templates/{template_id}/versions/{version}/publish":
    "Makes tasks use this version, a draft or an earlier one. The reviewed documents are read first by both versions, for ten seconds at most (400 `evaluation_running`, if that takes longer): a value that the published version has right and this one has not is named in `losses` (400 `loses_values`), and a rule that a document breaks with this version only in `broken_rules` (400 `breaks_rules`), unless you force it.",
  "GET /api/extractor/v1/templates/{template_id}/accuracy":
    "What reviewers left and what they corrected, in the 1,000 documents reviewed last: per field, by week and by layout, what each `review_below` would have given, and where two people read a document, how often they agree. No value is kept for it.",
  "POST /api/extractor/v1/templates/{template_id}/evaluations":
    "Reads the template's reviewed documents again in the background, by a version, by fields that you send, or by another engine, and compares every value with what the reviewers confirmed. What a document's own review taught is not used.",
  "GET /api/extractor/v1/templates/{template_id}/evaluations": "The latest 50, each with its figures and those of the published version.",
  "GET /api/extractor/v1/templates/{template_id}/evaluations/{template_evaluation_id}":
    "Figures, cost and time, and every value that got better or worse than by the published version, and every rule that a document breaks, with its task. `wait` answers when the evaluation has ended.",
  "GET /api/extractor/v1/templates/{template_id}/memory":
    "Layouts of documents whose reviews taught how the next ones are read. What is kept are places, shapes and words of the page, hashed, and no value that was asked for.",
  "DELETE /api/extractor/v1/templates/{template_id}/memory":
    "Forgets every layout of the template. Its documents are read from then on as if none had been reviewed.",
  "DELETE /api/extractor/v1/templates/{template_id}/memory/{layout_id}":
    "Forgets one layout with all that its reviews taught. Deleting a reviewed task forgets what that one taught.",
  "POST /api/extractor/v1/extract-batch":
    "Takes up to 1,000 documents, as URLs or files, with one template or schema, and answers with an id at once. Each document becomes a task like any other. One that cannot be taken (an address that may not be fetched, a file that is too large or of another type) is a task that has failed, and the others are read. The whole body may have 64 MB; for more, send URLs or several batches.",
  "POST /api/extractor/v1/uploads":
    "Answers with an id, and with an address that takes the file by PUT without a key, so that a browser or another machine can send it. The file is stored as it arrives. Then name it as `upload_id`, in place of `file_content` or a URL: in `document`, in the `documents` of a batch, in `files` of résumés. It may be named any number of times for 24 hours; then it is deleted, and what was made of it keeps its own copy.",
  "PUT /api/extractor/v1/uploads/{upload_id}":
    "Send the bytes of the file as the body, to the `url` that the upload was answered with, or with your key. A file that breaks off is not kept: send it again. The same file may arrive twice; another one is refused. `Content-MD5` and `Content-Digest` (`sha-256`, RFC 9530) are checked where they are sent.",
  "GET /api/extractor/v1/uploads/{upload_id}": "Whether the file has arrived, and what it is.",
  "DELETE /api/extractor/v1/uploads/{upload_id}": "Deletes the file before its time. What was made of it keeps its own copy.",
  "GET /api/extractor/v1/extract-batch": `Newest first, with the counts of their tasks. ${NEXT}`,
  "GET /api/extractor/v1/extract-batch/{batch_id}": `How many tasks are in which state, and the tasks in the order of the request, without their values. \`wait\` answers when all have ended. ${NEXT}`,
  "GET /api/extractor/v1/extract-batch/{batch_id}/results":
    "One line of JSON for each task that has ended, in the order of the request: `index`, and the record as `GET /tasks/{task_id}` has it. Read while the batch still runs, it has the lines that are there.",
  "DELETE /api/extractor/v1/extract-batch/{batch_id}":
    "Deletes the batch with all its tasks, their documents and results. Tasks that run are stopped, and no webhook is sent.",
  "POST /api/extractor/v1/packets":
    "Takes a file that holds several documents, such as a scanned stack, and answers with an id at once. In the background Winnow cuts the file into documents, compares each with the templates' names, descriptions, fields and reviewed documents, and makes a task of each document that is of a template. No model is needed; one that is named as `provider` is asked once about what is doubtful.",
  "GET /api/extractor/v1/packets": `Newest first. ${NEXT}`,
  "GET /api/extractor/v1/packets/{packet_id}":
    "The parts with their pages, templates and tasks, and which of them somebody should look at. `wait` answers when the file is cut.",
  "PUT /api/extractor/v1/packets/{packet_id}/parts":
    "Says which pages belong together and of which template they are. A part that stays as it was keeps its task; each other one of a template becomes a new task, and the unfinished tasks of parts that are gone are cancelled. Every page has to be in exactly one part.",
  "DELETE /api/extractor/v1/packets/{packet_id}": "Deletes the packet with its file. The tasks of its parts have their own copy and stay.",
  "GET /api/extractor/v1/packets/{packet_id}/pages/{n}.png": "A page of the file as a PNG, `width` pixels wide.",
  "POST /api/extractor/v1/lists":
    "Saves rows that lookups of templates search: suppliers, cost centres, orders. Up to 200,000 rows and 20 MB of CSV in any common encoding; the first line names the columns.",
  "GET /api/extractor/v1/lists": `Newest first, without their rows. ${NEXT}`,
  "GET /api/extractor/v1/lists/{list_id}": "The columns of a list, and how many rows it has.",
  "PUT /api/extractor/v1/lists/{list_id}":
    "Replaces name and rows. Documents that are read from then on are looked up in the new rows; a template names the list by its id as before.",
  "DELETE /api/extractor/v1/lists/{list_id}": "Deletes the list with its rows. Lookups in it find nothing from then on.",
  "GET /api/extractor/v1/webhook-secret":
    "Check signatures with it (Standard Webhooks). One secret for all webhooks of the account; it is made when it is first asked for.",
  "POST /api/extractor/v1/webhook-secret/rotate":
    "For 24 hours webhooks carry both signatures, so that your servers can change over one by one. Then the old secret is void.",

  "POST /api/recruit/v1/evaluate":
    "Scores each required skill from 0 to 100 with the résumé's own words, by published rules. Give the résumé as `resume_url`, `resume_text` or `resume_file`, or send the `application_id` of a résumé that is already stored. Name, origin, age, gender and school never count. Answers when it is done, usually within seconds.",
  "GET /api/recruit/v1/evaluations/{evaluation_id}":
    "An evaluation as it was answered, with what was asked and the arithmetic of each score, for audit.",
  "POST /api/recruit/v1/analyze-job":
    "Derives a title, 2 to 5 skills and 2 to 5 interview questions from a job ad, all from what it says. Its `required_skills` can be sent to `evaluate` as they are. 400 when the text names fewer than two skills.",
  "POST /api/recruit/v1/extract-resumes":
    "Takes up to 100 résumés as files or URLs (PDF, DOCX, JPG, PNG, TXT) and answers with the id of the batch (`job_id`) at once. A file that cannot be read does not stop the others.",
  "GET /api/recruit/v1/extraction-status/{job_id}":
    "The counts of the batch, and every résumé that was read so far as JSON Resume. With `wait` the answer comes when all are done, or after so many seconds.",
  "GET /api/recruit/v1/extraction-status/{job_id}/deliveries":
    "Each webhook of the batch with every attempt, and what your server answered.",
  "GET /api/recruit/v1/resumes/{application_id}": "One résumé of a batch with the words, page and box of every value.",
  "GET /api/recruit/v1/resumes/{application_id}/redacted.pdf":
    "Pictures of its pages, with bars over name, contact, age, gender, origin, family, schools and references, and without photographs. It is made anew each time, in seconds, and the audit log keeps who took it. 400 for a file of more than 30 pages. Look through it before you give it on: see docs/evaluation.md for what may still show.",
  "GET /api/recruit/v1/resumes/{application_id}/file": "The file as it was sent or fetched. 404 once it was deleted.",
  "POST /api/recruit/v1/positions":
    "A position holds the skills that a job asks for. Send résumés to it, and each is read, evaluated and ranked. `retention_days` says after how many days all that was sent and made for it is deleted.",
  "GET /api/recruit/v1/positions": `Newest first. ${NEXT}`,
  "GET /api/recruit/v1/positions/{position_id}": "With the number of its applications that are done, running and failed.",
  "PUT /api/recruit/v1/positions/{position_id}":
    "Replaces everything, but keeps a `retention_days` and a `review_contact` that are left out. When the skills change, all applications are evaluated again; earlier evaluations can still be read by their id. A changed retention counts for what is stored already.",
  "DELETE /api/recruit/v1/positions/{position_id}": "Deletes the position with its résumés and evaluations. This cannot be undone.",
  "POST /api/recruit/v1/positions/{position_id}/resumes":
    "As `extract-resumes`. Each résumé becomes an application of the position and is evaluated as soon as it is read.",
  "GET /api/recruit/v1/positions/{position_id}/applications": `Best score first; those that are not evaluated yet come last, in the order they arrived. ${NEXT} An application whose score changes meanwhile may move.`,
  "PUT /api/recruit/v1/positions/{position_id}/groups":
    "Stores, beside the applications, which groups the applicants say they belong to: sex, race or ethnicity, age band. Replaces all that were stored for the position. They are sealed, never guessed, and nothing that scores can read them; they go with the application.",
  "DELETE /api/recruit/v1/positions/{position_id}/groups": "Deletes the groups of all applicants of the position.",
  "GET /api/recruit/v1/positions/{position_id}/impact":
    "For each category and each pair of categories: how many applied, the rate of those selected and of those with a score above the median, the ratio to the highest rate, whether it is below four fifths, and whether the difference may be chance. With `score_at_least` those who reach it count as selected, without it those named with the groups. See docs/evaluation.md for what the law asks.",
  "GET /api/recruit/v1/positions/{position_id}/audit-export":
    "JSON Lines. The first says what follows and how to verify it; then each evaluation that is kept, also for earlier skills, with the version of its rules, the SHA-256 of résumé and skills, scores, evidence and arithmetic; then the lines of the audit log about the position, each with its hash and that of the line before. The download is itself a line of the log.",
  "GET /api/recruit/v1/applications/{application_id}":
    "The résumé, the score of each skill with its arithmetic, and where on the page its evidence stands.",
  "GET /api/recruit/v1/applications/{application_id}/report":
    "What the employer can hand the candidate: each skill asked with its score, the résumé's own words that counted, what would have changed the score, what was not used, whether a model judged, which versions, how to ask for a review, and a hash that the position's audit export has too. Nothing of other applicants, no rank and no names. The audit log keeps who took it. 404 until the application is evaluated.",
  "GET /api/recruit/v1/applications/{application_id}/pages/{n}.png": `${PICTURE} 404 for a résumé without pages, such as a DOCX.`,

  "GET /api/account/v1/workspaces": `Of which the person is a member, with the role in each, in the order in which they were joined. ${SESSION}`,
  "POST /api/account/v1/workspaces":
    "It has the tier of the workspace that the person looks at, and must be owner of. The session goes on looking at that one; enter the new one to change.",
  "POST /api/account/v1/workspaces/{account_id}/enter":
    "What the session asks for from now on is of this workspace; so is what a new session of the person asks for.",
  "PUT /api/account/v1/workspace": "Renames the workspace that the session looks at. For its admins.",
  "POST /api/account/v1/links/accept":
    "For somebody who is signed in with the address that was invited. The session looks at the workspace from now on. Who is new here signs up with the `token`.",
  "GET /api/account/v1/members": `Everybody who works in the workspace, in the order in which they joined. ${SESSION}`,
  "PUT /api/account/v1/members/{person_id}": "For admins. Nobody gives or takes a role above their own, and the last owner stays one.",
  "DELETE /api/account/v1/members/{person_id}":
    "It counts from their next request on. A person who is a member nowhere else is deleted, with password and sessions. The last owner cannot leave.",
  "POST /api/account/v1/member-invites":
    "For admins. The answer has the link, once; send it to the person yourself. An earlier one for the same address stops working.",
  "GET /api/account/v1/member-invites": "Invitations to the workspace that are not accepted yet. For admins.",
  "DELETE /api/account/v1/member-invites/{email}": "Its link stops working. For admins.",

  "GET /api/account/v1/setup": "What the first page of the dashboard needs to know. Needs no session.",
  "POST /api/account/v1/links/inspect":
    "Says whether a one-time link is for the owner, an invitation to the server or a workspace, or a new password, without using it up.",
  "POST /api/account/v1/sign-up":
    "Makes a person and signs in. The first one becomes the owner; later ones need the `token` of an invitation, to the server or to a workspace, unless the server is open to everybody.",
  "POST /api/account/v1/sign-in/code":
    "With the cookie that the first step has set: the code of the app, or one of the codes to keep. Five wrong codes end the sign-in, ten in a row lock the person out for 15 minutes.",
  "GET /api/account/v1/second-factor": `Of the signed-in person. ${SESSION}`,
  "POST /api/account/v1/second-factor": `Answers with the address for an authenticator app and codes to keep, each shown once. It is not in force before it is confirmed. ${SESSION}`,
  "POST /api/account/v1/second-factor/confirm": `From now on signing in asks for a code. ${SESSION}`,
  "POST /api/account/v1/second-factor/remove": `Signing in asks for the password alone again. ${SESSION}`,
  "POST /api/account/v1/second-factor/backup-codes": `The codes from before are worth nothing any more. ${SESSION}`,
  "POST /api/account/v1/sign-in/passkey/options":
    "Answers with what the browser's `navigator.credentials.get` needs. Worth one answer, within five minutes.",
  "POST /api/account/v1/sign-in/passkey": "In place of password and code: the device has asked who holds it.",
  "POST /api/account/v1/passkeys/options": `Answers with what the browser's \`navigator.credentials.create\` needs. Worth one answer, within five minutes. ${SESSION}`,
  "POST /api/account/v1/passkeys": `Keeps the public key of what the browser has made. ${SESSION}`,
  "GET /api/account/v1/passkeys": `Of the signed-in person, oldest first. ${SESSION}`,
  "DELETE /api/account/v1/passkeys/{passkey_id}": `It signs in nobody any more. Sessions that are open stay. ${SESSION}`,
  "POST /api/recruit/v1/resumes/search":
    "Scores the newest 1,000 stored résumés for the skills of the query by the rules of an evaluation, and answers with the words that show each. Who a person is counts for nothing. Nothing is stored.",
  "POST /api/account/v1/sso/start":
    "Answers with the page of the sign-in provider to go to, which sends the browser back to this server. A cookie lets only this browser end the sign-in. 400 when the server has no provider.",
  "POST /api/account/v1/sign-in": "Sets the session's cookie. After four wrong passwords each further try has to wait longer.",
  "POST /api/account/v1/password/by-link": "For a link of `winnow accounts link`. All other sessions of the person end.",
  "GET /api/account/v1/session": SESSION,
  "POST /api/account/v1/sign-out": "Ends this session and clears its cookie.",
  "GET /api/account/v1/server": `The version, the providers that are configured, and the one that is used when a request names none. ${SESSION}`,
  "POST /api/account/v1/password": "Needs the current password. All other sessions of the person end.",
  "POST /api/account/v1/invites": "The answer has the link, once; send it to the person yourself. Only the owner may invite.",
  "GET /api/account/v1/invites": "Invitations that are not accepted yet. Only for the owner.",
  "DELETE /api/account/v1/invites/{email}": "Its link stops working. Only for the owner.",
  "POST /api/account/v1/keys":
    "An account has one key: making a new one revokes the previous one at once, and requests with that one are refused. The answer shows the new key, once.",
  "GET /api/account/v1/keys": `All keys that the account ever had, newest first, with their last four characters. ${SESSION}`,
  "DELETE /api/account/v1/keys/{key_id}": "Requests with this key are refused from now on, on every node.",
  "GET /api/account/v1/usage": `Tasks, pages, résumés, evaluations and costs of models for each day (UTC), and the account's rate and budget. Deleted items still count. ${SESSION}`,
  "GET /api/account/v1/activity": `Who signed in, made keys, deleted and corrected something, and from which address, newest first. ${NEXT}`,
};
