import { Form, Link, useNavigation } from "@remix-run/react";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { PageFields } from "~/ui/form/page-fields";
import { SAMPLE_TITLE } from "./sample-words";
import styles from "./sample-day.module.css";

const LOAD_SAMPLE_DAY = "sample_day.load";
const REMOVE_SAMPLE_DAY = "sample_day.remove";

const useIsSending = (intent: string): boolean => useNavigation().formData?.get("intent") === intent;

/** For those who want to look around before they have data of their own. */
export function SampleOffer({ hasRoads }: { hasRoads: boolean }) {
  const sending = useIsSending(LOAD_SAMPLE_DAY);
  return (
    <Form method="post" className={styles.offer}>
      <PageFields />
      <input type="hidden" name="intent" value={LOAD_SAMPLE_DAY} />
      <p className={styles.text}>
        Or look around first: five vehicles, sixty stops, routes that are planned, approved and on the road.
        {!hasRoads && (
          <>
            {" "}
            They run along straight lines until whoever runs the server has built a region:{" "}
            <code className={styles.command} translate="no">
              npm run roads -- https://download.geofabrik.de/europe/liechtenstein-latest.osm.pbf
            </code>
          </>
        )}
      </p>
      <Button type="submit" icon="map" loading={sending}>
        Load a sample day
      </Button>
    </Form>
  );
}

/** Says what the sample is, and removes all of it. */
export function SampleBanner({ planId }: { planId: number }) {
  const sending = useIsSending(REMOVE_SAMPLE_DAY);
  return (
    <Form method="post" className={styles.banner}>
      <PageFields />
      <input type="hidden" name="intent" value={REMOVE_SAMPLE_DAY} />
      <Icon name="info" size={18} />
      <p className={styles.text}>
        <Link to={paths.plan(planId)}>{SAMPLE_TITLE}</Link> is made up. Removing it removes its depot, vehicles, drivers
        and stops, too.
      </p>
      <Button type="submit" kind="quiet" icon="trash" loading={sending}>
        Remove the sample day
      </Button>
    </Form>
  );
}
