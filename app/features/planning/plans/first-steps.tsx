import { Form, Link } from "@remix-run/react";
import { paths } from "~/paths";
import { IconButton } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { PageFields } from "~/ui/form/page-fields";
import type { FirstPage } from "./first-page.server";
import styles from "./first-steps.module.css";

const HIDE_FIRST_STEPS = "first_steps.hide";

interface FirstStepsProps {
  steps: NonNullable<FirstPage["steps"]>;
  importHref: string;
  newPlanHref: string;
}

/** From nothing to the first calculated plan, with finished steps ticked. */
export function FirstSteps({ steps, importHref, newPlanHref }: FirstStepsProps) {
  const list = [
    { title: "Warehouse", text: "Where the routes begin.", done: steps.hasWarehouse, to: paths.warehouses() },
    { title: "Vehicles", text: "With their drivers, hours and load.", done: steps.hasVehicle, to: paths.vehicles() },
    {
      title: "Visits",
      text: "Import a spreadsheet, or add them to a plan by hand.",
      done: steps.hasVisit,
      to: importHref,
    },
    {
      title: "Plan",
      text: steps.hasPlan ? "Open your plan and press Calculate." : "Choose a day, then press Calculate.",
      done: false,
      to: newPlanHref,
    },
  ];
  const next = list.findIndex((step) => !step.done);
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps" className={styles.title}>
          Your first plan in four steps
        </h2>
        <Form method="post">
          <PageFields />
          <input type="hidden" name="intent" value={HIDE_FIRST_STEPS} />
          <IconButton type="submit" icon="close" label="Hide these steps" />
        </Form>
      </div>
      <ol className={styles.list}>
        {list.map(({ title, text, done, to }, index) => (
          <li key={title} className={styles.step} data-done={done || undefined} data-next={index === next || undefined}>
            <Link to={to} className={styles.link} preventScrollReset aria-current={index === next ? "step" : undefined}>
              <span className={styles.mark}>{done ? <Icon name="check" size={16} /> : index + 1}</span>
              <span>
                <b>{title}</b>
                {done && <span className="visually-hidden"> (done)</span>}
                <span className={styles.text}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
