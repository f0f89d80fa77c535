import type { ReactNode } from "react";
import { formatMinutes } from "~/domain/time/format";
import { absolute, paths } from "~/paths";
import { Panel } from "~/ui/page/page-header";
import { initials } from "~/ui/shell/nav";
import type { GeneralPage } from "../queries/general-page.server";
import styles from "./company-facts.module.css";

const MINIATURE_PX = 100;

function Picture({ company: { id, title, hasImage, imageTag } }: { company: GeneralPage }) {
  if (!hasImage)
    return (
      <span className={styles.initials} aria-hidden="true">
        {initials(title)}
      </span>
    );
  const src = absolute(paths.companyImage(id, imageTag));
  return <img className={styles.picture} src={src} width={MINIATURE_PX} height={MINIATURE_PX} alt={title} />;
}

/** Who the company is, and what its plans, vehicles and visits start with. @param children under the picture */
export function CompanyFacts({ company, children }: { company: GeneralPage; children?: ReactNode }) {
  const facts: [string, string][] = [
    ["E-mail", company.email ?? "–"],
    ["Phone", company.phone ?? "–"],
    ["Country", company.country ?? "–"],
    ["Business type", company.industry ?? "–"],
    ["Service time of a visit", formatMinutes(company.defaults.visitDurationMin)],
    ["Each further visit at the same place", formatMinutes(company.defaults.squashDurationMin)],
    ["Working hours of a vehicle", company.defaults.vehicleHours],
  ];
  return (
    <Panel>
      <div className={styles.head}>
        <div className={styles.image}>
          <Picture company={company} />
          {children}
        </div>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
