/** The form for a bucket that results are written to. */
import { api } from "#api.ts";
import { BUCKET_FIELDS, BucketFields, bucketIn } from "#inboxes/bucket-fields.tsx";
import { NewBox } from "#inboxes/new-box.tsx";
import { SelectField } from "#ui/field.tsx";

const LIST = "/api/extractor/v1/outboxes";
const TEMPLATE = { label: "Results of", value: "", name: "All documents" };
const make = (form: FormData) => {
  const name = String(form.get("name"));
  const template_id = String(form.get("template")) || null;
  return api.post(LIST, { body: { name, template_id, only_reviewed: form.get("when") === "reviewed", bucket: bucketIn(form) } });
};

export function NewOutbox(props: { open: boolean; onClose: () => void }) {
  return (
    <NewBox {...props} title="Add an outbox" placeholder="Accounting" template={TEMPLATE} make={make} list={LIST} shown={BUCKET_FIELDS}>
      {(error) => (
        <>
          <SelectField label="Written" name="when" defaultValue="finished">
            <option value="finished">When a document is read, and again when it is corrected</option>
            <option value="reviewed">Once a document is reviewed</option>
          </SelectField>
          <BucketFields error={error} folder="Each document is a file in it, named by its task." />
        </>
      )}
    </NewBox>
  );
}
