import { Form } from "@remix-run/react";
import type { RouteEnds } from "~/domain/place";
import { Button } from "~/ui/button";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./route-ends.module.css";

const ENDS: Readonly<Record<RouteEnds["endLocationType"], string>> = {
  N: "Routes end at their last visit.",
  W: "Routes end at the warehouse.",
  P: "Routes end where their vehicles park.",
  C: "Routes end at a place of their own",
};

interface RouteEndsLineProps {
  ends: RouteEnds;
  /** whether anything may be changed */
  mayUpdate: boolean;
  values: Record<string, string | number>;
}

/** Where the routes of the plan end, and one click to end them at the warehouse. */
export function RouteEndsLine({ ends, mayUpdate, values }: RouteEndsLineProps) {
  const address = ends.endLocationType === "C" ? (ends.endLocationAddress ? `: ${ends.endLocationAddress}` : ".") : "";
  return (
    <div className={styles.line} data-line="route-ends">
      <span>
        {ENDS[ends.endLocationType]}
        {address}
      </span>
      {mayUpdate && ends.endLocationType === "N" && (
        <Form method="post" preventScrollReset>
          <PageFields />
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ))}
          <Button type="submit" name="intent" value="plan.return_to_warehouse" kind="quiet" icon="undo">
            Return to the warehouse
          </Button>
        </Form>
      )}
    </div>
  );
}
