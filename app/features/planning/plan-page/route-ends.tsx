import { useState } from "react";
import { Form } from "@remix-run/react";
import type { RouteEnds } from "~/domain/place";
import { Button, IconButton } from "~/ui/button";
import { PageFields } from "~/ui/form/page-fields";
import { useBrowserLayoutEffect, useMounted } from "~/ui/use-mounted";
import styles from "./route-ends.module.css";
import { remember, remembered } from "~/lib/browser-memory";

const ENDS: Readonly<Record<RouteEnds["endLocationType"], string>> = {
  N: "Routes end at their last visit.",
  W: "Routes end at the warehouse.",
  P: "Routes end where their vehicles park.",
  C: "Routes end at a place of their own",
};

/** Of each sentence that somebody has read; this browser remembers it, for all plans. */
const MEMORY = "route-ends-read:";

interface RouteEndsLineProps {
  ends: RouteEnds;
  /** whether anything may be changed */
  mayUpdate: boolean;
  values: Record<string, string | number>;
}

/** Where the routes of the plan end, and one click to end them at the warehouse. */
export function RouteEndsLine({ ends, mayUpdate, values }: RouteEndsLineProps) {
  const [isRead, setIsRead] = useState(false);
  const isMounted = useMounted();
  const memory = `${MEMORY}${ends.endLocationType}`;
  useBrowserLayoutEffect(() => setIsRead(remembered(memory) !== null), [memory]);
  if (isRead) return null;
  const address = ends.endLocationType === "C" ? (ends.endLocationAddress ? `: ${ends.endLocationAddress}` : ".") : "";
  return (
    <div className={styles.line} data-bar="route-ends">
      <span className={styles.words}>
        {ENDS[ends.endLocationType]}
        {address}
      </span>
      {mayUpdate && ends.endLocationType === "N" && (
        <Form method="post" preventScrollReset>
          <PageFields />
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ))}
          <Button type="submit" name="intent" value="plan.return_to_warehouse" kind="quiet">
            Return to the warehouse
          </Button>
        </Form>
      )}
      {isMounted && (
        <span className={styles.hide}>
          <IconButton
            icon="close"
            label="Hide where routes end"
            onClick={() => {
              remember(memory, "1");
              setIsRead(true);
            }}
          />
        </span>
      )}
    </div>
  );
}
