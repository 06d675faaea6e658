/** The form for a folder of a bucket that is to be watched. */
import { api } from "#api.ts";
import { BUCKET_FIELDS, BucketFields, bucketIn } from "#inboxes/bucket-fields.tsx";
import { NewBox, READ_BY } from "#inboxes/new-box.tsx";

const LIST = "/api/extractor/v1/inboxes";
const make = (form: FormData) =>
  api.post(LIST, { body: { name: String(form.get("name")), template_id: String(form.get("template")), bucket: bucketIn(form) } });

export function NewBucket(props: { open: boolean; onClose: () => void }) {
  return (
    <NewBox {...props} title="Add a bucket" placeholder="Invoices" template={READ_BY} make={make} list={LIST} shown={BUCKET_FIELDS}>
      {(error) => <BucketFields error={error} folder="What lies in it is read, and moved to done/ or refused/ in it." />}
    </NewBox>
  );
}
