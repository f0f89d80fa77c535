import { useState } from "react";
import { Form } from "@remix-run/react";
import { NativeSelect, TextInput } from "@mantine/core";
import { refusalMessage } from "~/domain/decision";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import type { ServiceClock } from "~/domain/time/service-clock";
import { withLatinDigits } from "~/domain/validation/latin-digits";
import { canBeMoved, canReceiveVisits } from "~/domain/visit/visit-permissions";
import { useAnswer } from "~/lib/use-answer";
import { Button } from "~/ui/button";
import type { RouteItem, VisitItem } from "../plan-page/plan-view";
import { routeChoices } from "./route-choices";
import { MoveEffectView } from "../plan-page/moving/move-effect-view";
import { useMovePreview } from "../plan-page/moving/use-move-preview";
import moves from "../plan-page/moving/moves.module.css";
import { PageFields } from "~/ui/form/page-fields";
import styles from "./visit-panel.module.css";

const INTENT = "visit.move";

interface VisitMoveProps {
  visit: VisitItem;
  route: RouteItem | null;
  routes: readonly RouteItem[];
  values: Record<string, string | number>;
  clock: ServiceClock;
}

/** To another route, or to another place of its own: moving without dragging, by keyboard and by touch. */
export function VisitMove({ visit, route, routes, values, clock }: VisitMoveProps) {
  const targets = routes.filter((one) => canReceiveVisits(one).ok);
  // What was refused is there again, on a page that no script keeps.
  const refusal = refusalOf(useAnswer<ActionResult>() ?? null, INTENT);
  const sent = refusal?.values?.visitId === String(visit.id) ? refusal : null;
  const posted = targets.find((one) => String(one.id) === sent?.values?.toRouteId);
  const [chosen, setChosen] = useState(String((posted ?? route ?? targets[0])?.id ?? ""));
  const reason =
    refusalMessage(canBeMoved(visit, route, [])) ?? (targets.length === 0 ? "There is no open route." : undefined);
  const target = routes.find((one) => String(one.id) === chosen);
  const first = String(
    target === undefined ? 1 : target.id === route?.id ? Math.max(1, visit.label) : target.stops + 1,
  );
  const [typed, setTyped] = useState<string | null>(sent?.values?.position ?? null);
  const position = typed ?? first;
  const elsewhere =
    target !== undefined &&
    reason === undefined &&
    (target.id !== route?.id || typed !== null) &&
    /^[1-9]\d{0,3}$/.test(position);
  const wanted = elsewhere ? { visitIds: [visit.id], toRouteId: target.id, position: Number(position) } : null;
  const effect = useMovePreview(Number(values.version), wanted);
  return (
    <Form method="post" preventScrollReset className={styles.move}>
      <PageFields />
      <input type="hidden" name="intent" value={INTENT} />
      {Object.entries({ ...values, visitId: visit.id }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <NativeSelect
        name="toRouteId"
        label="Route"
        value={chosen}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          setTyped(null);
        }}
        disabled={reason !== undefined}
        data={routeChoices(routes, route)}
        error={sent?.fieldErrors?.toRouteId}
      />
      <TextInput
        name="position"
        label="Stop"
        w={56}
        inputMode="numeric"
        maxLength={4}
        disabled={reason !== undefined}
        value={position}
        onChange={(event) => setTyped(withLatinDigits(event.currentTarget.value))}
        error={sent?.fieldErrors?.position}
      />
      <Button type="submit" disabledReason={reason}>
        Move
      </Button>
      {wanted !== null && (
        <div className={moves.preview} aria-live="polite">
          <MoveEffectView effect={effect} target={wanted.toRouteId} routes={routes} clock={clock} />
        </div>
      )}
    </Form>
  );
}
