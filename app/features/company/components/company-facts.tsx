import { formatMinutes } from "~/domain/time/format";
import styles from "./company-facts.module.css";
import { Panel } from "~/ui/page/page-header";

export interface CompanyFactsProps {
  company: {
    email: string | null;
    phone: string | null;
    defaults: { visitDurationMin: number; squashDurationMin: number; vehicleHours: string };
  };
}

/** The defaults of the company's plans, vehicles and visits. */
export function CompanyFacts({ company }: CompanyFactsProps) {
  const facts: [string, string][] = [
    ["E-mail", company.email ?? "–"],
    ["Phone", company.phone ?? "–"],
    ["Service time of a visit", formatMinutes(company.defaults.visitDurationMin)],
    ["Each further visit at the same place", formatMinutes(company.defaults.squashDurationMin)],
    ["Working hours of a vehicle", company.defaults.vehicleHours],
  ];
  return (
    <Panel>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
