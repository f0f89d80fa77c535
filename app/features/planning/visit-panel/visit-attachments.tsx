import { useState } from "react";
import { Form, useFetcher } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { ATTACHMENTS_PER_VISIT, tooManyAttachments } from "~/domain/visit/confirmation";
import { formatDayTime } from "~/domain/time/day-words";
import { absolute, paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { ImagePreview, PreviewTool, type PreviewImage } from "~/ui/dialog/image-preview";
import { useActionToast } from "~/ui/feedback/use-flash";
import { FormActions } from "~/ui/form/app-form";
import { Icon } from "~/ui/icons";
import { Thumbnail } from "~/ui/thumbnail";
import { useMounted } from "~/ui/use-mounted";
import type { AttachmentView, VisitDetails } from "./visit-details.server";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./visit-attachments.module.css";

const WORDS = { photo: "Photo", signature: "Signature" } as const;
const removeQuestion = ({ type }: AttachmentView): string => `Do you want to remove ${WORDS[type].toLowerCase()}?`;

interface VisitAttachmentsProps {
  details: Pick<VisitDetails, "id" | "name" | "attachments">;
  timeZone: string;
  tab: string;
  /** the upload dialog's address */
  uploadHref: string;
  /** the page with this visit, for plain forms */
  returnTo: string;
}

/** Photos and signatures of a visit as thumbnails; each opens in full and can be saved and removed. */
export function VisitAttachments({ details, timeZone, tab, uploadHref, returnTo }: VisitAttachmentsProps) {
  const { attachments } = details;
  const [open, setOpen] = useState<number | null>(null);
  const [asking, setAsking] = useState<AttachmentView | null>(null);
  const mounted = useMounted();
  const caption = ({ type, isTakenBack, at }: AttachmentView): string =>
    `${WORDS[type]}${isTakenBack ? " of a report that was taken back" : ""}, ${formatDayTime(at, timeZone)}`;
  const shown = attachments.filter((one) => one.shown);
  const images = shown.map((one): PreviewImage => ({
    id: one.id,
    src: absolute(paths.attachment(one.id)),
    saveHref: absolute(paths.attachment(one.id, { save: 1 })),
    caption: caption(one),
  }));
  const full = attachments.filter((one) => one.type === "photo").length >= ATTACHMENTS_PER_VISIT.photo;
  const at = open === null ? -1 : Math.min(open, images.length - 1);
  const current = shown[at];
  return (
    <section className={styles.block} aria-labelledby="attachments-title">
      <div className={styles.head}>
        <h3 id="attachments-title" className={styles.title}>
          Photos and signatures
        </h3>
        <ButtonLink
          icon="upload"
          to={uploadHref}
          preventScrollReset
          disabledReason={full ? tooManyAttachments("photo") : undefined}
        >
          Add photos
        </ButtonLink>
      </div>
      {attachments.length === 0 && (
        <p className={styles.none}>None yet. Drivers add them when they confirm the visit.</p>
      )}
      {attachments.length > 0 && (
        <ul className={styles.list}>
          {attachments.map((one) => (
            <li key={one.id} className={styles.item}>
              <a
                className={styles.thumb}
                href={absolute(paths.attachment(one.id, one.shown ? undefined : { save: 1 }))}
                target="_blank"
                rel="noreferrer"
                title={caption(one)}
                aria-label={one.shown ? `${caption(one)}, open large` : `${caption(one)}, save`}
                data-type={one.type}
                onClick={(event) => {
                  if (!one.shown || event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  setOpen(shown.indexOf(one));
                }}
              >
                {one.shown ? <Thumbnail path={one.path} alt="" /> : <Icon name="file" size={24} />}
              </a>
              <span className={styles.caption}>{caption(one)}</span>
              {mounted ? (
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={`Remove: ${caption(one)}`}
                  title="Remove"
                  onClick={() => setAsking(one)}
                >
                  <Icon name="trash" size={16} />
                </button>
              ) : (
                <PlainRemove visitId={details.id} attachment={one} label={caption(one)} returnTo={returnTo} />
              )}
            </li>
          ))}
        </ul>
      )}
      {current !== undefined && (
        <ImagePreview
          title={details.name}
          images={images}
          index={at}
          onIndex={setOpen}
          onClose={() => setOpen(null)}
          tools={<PreviewTool icon="trash" label="Remove the picture" onClick={() => setAsking(current)} />}
        />
      )}
      {asking !== null && (
        <RemoveQuestion
          key={asking.id}
          visitId={details.id}
          attachment={asking}
          caption={caption(asking)}
          tab={tab}
          onClose={() => setAsking(null)}
          onRemoved={() => {
            setAsking(null);
            if (images.length <= 1) setOpen(null);
          }}
        />
      )}
    </section>
  );
}

/** The same question without a script, also while the page waits for its scripts. */
function PlainRemove({
  visitId,
  attachment,
  label,
  returnTo,
}: {
  visitId: number;
  attachment: AttachmentView;
  label: string;
  returnTo: string;
}) {
  return (
    <details>
      <summary className={styles.remove} aria-label={`Remove: ${label}`} title="Remove">
        <Icon name="trash" size={16} />
      </summary>
      <Form
        method="post"
        reloadDocument
        action={`${paths.visitDetails(visitId)}?returnTo=${encodeURIComponent(returnTo)}`}
      >
        <PageFields />
        <input type="hidden" name="intent" value="attachment.remove" />
        <input type="hidden" name="attachmentId" value={attachment.id} />
        <p className={styles.question}>{removeQuestion(attachment)}</p>
        <Button type="submit" kind="danger">
          Remove
        </Button>
      </Form>
    </details>
  );
}

interface RemoveQuestionProps {
  visitId: number;
  attachment: AttachmentView;
  caption: string;
  tab: string;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveQuestion({ visitId, attachment, caption, tab, onClose, onRemoved }: RemoveQuestionProps) {
  const fetcher = useFetcher<ActionResult<unknown>>();
  const [sent, setSent] = useState(false);
  useActionToast(fetcher.data);
  const busy = fetcher.state !== "idle";
  if (sent && fetcher.data?.ok && !busy) {
    setSent(false);
    onRemoved();
  }
  return (
    <DialogFrame title="Please Confirm" closeTo="." onClose={onClose} width={400} guard={false} role="alertdialog">
      <fetcher.Form
        method="post"
        action={paths.visitDetails(visitId)}
        onSubmit={(event) => {
          if (busy) event.preventDefault();
          else setSent(true);
        }}
      >
        <PageFields />
        <input type="hidden" name="intent" value="attachment.remove" />
        <input type="hidden" name="attachmentId" value={attachment.id} />
        <input type="hidden" name="tab" value={tab} />
        <p style={{ margin: 0 }}>{removeQuestion(attachment)}</p>
        <p className={styles.none}>{caption}</p>
        <FormActions>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="danger" loading={busy} answers>
            Remove
          </Button>
        </FormActions>
      </fetcher.Form>
    </DialogFrame>
  );
}
