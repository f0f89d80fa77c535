import { DayTimes } from "~/ui/day-times";
import type { ActionResult } from "~/lib/action-result";
import { routeColor } from "~/domain/route/route-palette";
import { formatDistanceChange } from "~/domain/format-units";
import { formatDelay } from "~/domain/time/format";
import { planTime, type ServiceClock } from "~/domain/time/service-clock";
import type { RouteEffect } from "~/domain/visit/move-effect";
import { isolated } from "~/lib/isolated";
import { paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { ColourDot } from "~/ui/feedback/dots";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Icon } from "~/ui/icons";
import { PageBody, PageHeader, Panel } from "~/ui/page/page-header";
import { EmptyState } from "~/ui/page/states";
import { useUnits } from "~/ui/use-units";
import type { MoveOffer, MoveOffersData } from "../queries/move-offers.server";
import { bestOffer, breaksSomething } from "../best-offer";
import styles from "./move-stop.module.css";

/** Which other routes could take a stop, the best first, each with what it would change. */
export function MoveStopPage({ data, result }: { data: MoveOffersData; result: ActionResult<unknown> | null }) {
  const { visit, from, plan, offers } = data;
  const best = bestOffer(offers);
  const where = `From ${from.vehicle} to another route of ${isolated(plan.title)}.`;
  return (
    <>
      <PageHeader
        title={`Move ${isolated(visit.name)}`}
        description={`${where} Nothing changes until you move it.`}
        crumbs={[
          { label: "Tracking", to: paths.tracking() },
          { label: from.vehicle, to: paths.tracking({ route: from.routeId }) },
          { label: "Move" },
        ]}
      />
      <PageBody>
        {offers.length === 0 ? (
          <EmptyState icon="truck" title="No other route can take it">
            The plan has no other route that is still open. Recalculate the rest of this one, or call the recipient.
          </EmptyState>
        ) : (
          offers.map((offer, index) => (
            <Offer
              key={offer.routeId}
              offer={offer}
              isFirst={index === 0}
              isBest={offer === best}
              data={data}
              result={result}
            />
          ))
        )}
      </PageBody>
    </>
  );
}

interface OfferProps {
  offer: MoveOffer;
  isFirst: boolean;
  isBest: boolean;
  data: MoveOffersData;
  result: ActionResult<unknown> | null;
}

function Offer({ offer, isFirst, isBest, data: { visit, from, plan, clock }, result }: OfferProps) {
  const tab = useTabId();
  const { fill, square } = routeColor(offer.index, false);
  const breaks = breaksSomething(offer);
  return (
    <Panel
      title={
        <span className={styles.title}>
          <ColourDot colour={fill} square={square} /> {offer.vehicle}{" "}
          <span className={styles.dim}>stop {offer.position}</span>
        </span>
      }
      actions={isBest && <span className={styles.best}>Best</span>}
    >
      {offer.refused !== null && (
        <p className={styles.bad}>
          <Icon name="ban" size={16} /> {offer.refused}
        </p>
      )}
      {offer.effects.length > 0 && (
        <ul className={styles.effects}>
          {offer.effects.map((effect) => (
            <Effect
              key={effect.routeId}
              effect={effect}
              vehicle={effect.routeId === offer.routeId ? offer.vehicle : from.vehicle}
              clock={clock}
            />
          ))}
        </ul>
      )}
      {offer.refused === null && (
        <div className={styles.move}>
          <AppForm
            layout="inline"
            intent="visit.move_on_road"
            hidden={{
              tab,
              visitId: visit.id,
              toRouteId: offer.routeId,
              position: offer.position,
              version: plan.version,
            }}
            result={result?.ok === false && result.values?.toRouteId === String(offer.routeId) ? result : null}
            id={`move-${offer.routeId}`}
            aria-label={`Move to ${offer.vehicle}`}
          >
            <SubmitButton kind={isFirst && !breaks ? "primary" : "plain"}>
              Move to {offer.vehicle}
              {breaks && " anyway"}
            </SubmitButton>
          </AppForm>
        </div>
      )}
    </Panel>
  );
}

export function Effect({ effect, vehicle, clock }: { effect: RouteEffect; vehicle: string; clock: ServiceClock }) {
  const units = useUnits();
  const { before, after } = effect;
  return (
    <li>
      <b>{vehicle}</b>{" "}
      <span className="num">
        {effect.about && "about "}
        {formatDelay(after.workSec - before.workSec)} ·{" "}
        {formatDistanceChange(after.distanceM - before.distanceM, units)}
        {after.finish !== null && <DayTimes text={` · ends ${planTime(after.finish, clock)}`} />}
      </span>
      {effect.newlyBroken.map((text) => (
        <span key={text} className={styles.bad}>
          <Icon name="alert" size={16} /> {text}
        </span>
      ))}
      {effect.healed.map((text) => (
        <span key={text} className={styles.good}>
          <Icon name="check" size={16} /> No longer: {text}
        </span>
      ))}
    </li>
  );
}
