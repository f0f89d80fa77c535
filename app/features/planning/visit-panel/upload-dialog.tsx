import { useContext, useRef, useState } from "react";
import { formatPercent } from "~/domain/format-number";
import { MAX_IMAGE_BYTES } from "~/domain/constants";
import { ATTACHMENTS_PER_VISIT, tooManyAttachments } from "~/domain/visit/confirmation";
import { COMPANY_FIELD, newSubmitId, PageContext, SUBMIT_FIELD } from "~/lib/page-stamp";
import { useReload } from "~/lib/use-reload";
import { absolute, paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { toast } from "~/ui/feedback/toasts";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { FileDrop } from "~/ui/form/file-drop";
import { SubmitButton } from "~/ui/form/submit-button";
import { useMounted } from "~/ui/use-mounted";
import type { VisitDetails } from "./visit-details.server";
import { PICTURES, pictureFault } from "./picture-files";
import styles from "./visit-attachments.module.css";

/** The dialog's name in the address. */
export const UPLOAD_DIALOG = "upload-photos";
const FAILED = "Uploading was failed";

interface Upload {
  key: number;
  /** id of this upload: the same file sent again, after its answer got lost, is stored once */
  submitId: string;
  file: File;
  /** 0..1 */
  share: number;
  state: "sending" | "done" | "failed";
  message?: string;
}

/** Posts one file to the address. @returns null, or why it was refused */
function send(
  file: File,
  url: string,
  fields: Readonly<Record<string, string>>,
  onShare: (share: number) => void,
): Promise<string | null> {
  return new Promise((resolve) => {
    const form = new FormData();
    form.set("intent", "attachments.add");
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("photo", file);
    // fetch does not report how much has been sent.
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.onprogress = (event) => onShare(event.lengthComputable ? event.loaded / event.total : 0);
    request.onerror = () => resolve(FAILED);
    request.onload = () => {
      const answer = request.response as { ok?: boolean; message?: string } | null;
      resolve(answer?.ok === true ? null : (answer?.message ?? FAILED));
    };
    request.send(form);
  });
}

/** Uploads photos to a visit: chosen, dropped, or taken with the camera; each has its own progress and refusal. */
export function UploadDialog({
  details,
  tab,
  params,
  returnTo,
}: {
  details: Pick<VisitDetails, "id" | "name" | "attachments">;
  tab: string;
  params: readonly string[];
  returnTo: string;
}) {
  const dialog = useDialogUrl(params);
  const mounted = useMounted();
  const reload = useReload();
  const { companyId } = useContext(PageContext);
  const [uploads, setUploads] = useState<Upload[]>([]);
  const next = useRef(0);
  const pending = uploads.filter((one) => one.state !== "failed").length;
  const stored = details.attachments.filter((one) => one.type === "photo").length;
  const done = uploads.filter((one) => one.state === "done").length;
  const sending = uploads.some((one) => one.state === "sending");
  // A sent file counts once, whether or not the page has loaded it yet.
  const known = useRef(stored).current;
  const room = Math.max(0, ATTACHMENTS_PER_VISIT.photo - Math.max(stored, known + pending));

  const change = (key: number, part: Partial<Upload>) =>
    setUploads((old) => old.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const upload = async (one: Upload) => {
    change(one.key, { state: "sending", share: 0, message: undefined });
    const fault = await send(
      one.file,
      absolute(paths.visitDetails(details.id)),
      { tab, [COMPANY_FIELD]: String(companyId ?? ""), [SUBMIT_FIELD]: one.submitId },
      (share) => change(one.key, { share }),
    );
    change(one.key, fault === null ? { state: "done", share: 1 } : { state: "failed", message: fault });
    return fault === null;
  };
  const start = async (files: File[]) => {
    const fresh = files.map((file): Upload => ({
      key: (next.current += 1),
      submitId: newSubmitId(),
      file,
      share: 0,
      state: "sending",
    }));
    const tooMany = fresh.slice(room).map((one): Upload => ({
      ...one,
      state: "failed",
      message: tooManyAttachments("photo"),
    }));
    const taken = fresh.slice(0, room);
    setUploads((old) => [...old, ...taken, ...tooMany]);
    // One after the other: on a slow line each arrives sooner.
    let good = 0;
    for (const one of taken) if (await upload(one)) good += 1;
    if (good > 0) {
      toast.success(taken.length === 1 ? "Your file has been successfully uploaded!" : "Uploading finished");
      reload();
    }
  };

  if (dialog.name !== UPLOAD_DIALOG) return null;
  const hint =
    `JPEG, PNG, GIF, BMP or SVG, up to ${MAX_IMAGE_BYTES / 1e6} MB each; ` +
    `${room} more of ${ATTACHMENTS_PER_VISIT.photo}`;
  return (
    <DialogFrame
      title="Add photos"
      description={details.name}
      closeTo={dialog.closeTo}
      onClose={dialog.close}
      guard={false}
    >
      {mounted ? (
        <div className={styles.proof}>
          <FileDrop
            name="photo"
            accept={PICTURES}
            multiple
            passOn
            title={room === 0 ? "No more photos fit" : "Choose photos, or drop them here"}
            hint={hint}
            faultOf={pictureFault}
            onFiles={(files) => void start(files)}
          />
          {uploads.length > 0 && (
            <ul className={styles.uploads} aria-live="polite">
              {uploads.map((one) => (
                <li key={one.key} className={styles.upload}>
                  <span className="cut" title={one.file.name}>
                    {one.file.name}
                  </span>
                  {one.state === "failed" ? (
                    <Button onClick={() => void upload(one).then((good) => good && reload())}>Try again</Button>
                  ) : (
                    <span className={`${styles.uploadState} num`} data-tone={one.state}>
                      {one.state === "done" ? "✓ Uploaded" : formatPercent(one.share * 100)}
                    </span>
                  )}
                  {one.state === "sending" && (
                    <progress max={1} value={one.share} aria-label={`Uploading ${one.file.name}`} />
                  )}
                  {one.message !== undefined && (
                    <p className={styles.uploadFault} role="alert">
                      {one.message}
                    </p>
                  )}
                </li>
              ))}
            </ul>
          )}
          <FormActions>
            <ButtonLink
              kind={done > 0 && !sending ? "primary" : "plain"}
              to={dialog.closeTo}
              preventScrollReset
              disabledReason={sending ? "Wait until everything is sent." : undefined}
            >
              Close
            </ButtonLink>
          </FormActions>
        </div>
      ) : (
        <AppForm
          intent="attachments.add"
          encType="multipart/form-data"
          action={`${paths.visitDetails(details.id)}?returnTo=${encodeURIComponent(returnTo)}`}
        >
          <FileDrop
            name="photo"
            accept={PICTURES}
            multiple
            required
            title="Choose photos"
            hint={hint}
            faultOf={pictureFault}
          />
          <FormActions>
            <ButtonLink kind="quiet" to={dialog.closeTo}>
              Cancel
            </ButtonLink>
            <SubmitButton icon="upload">Upload</SubmitButton>
          </FormActions>
        </AppForm>
      )}
    </DialogFrame>
  );
}
