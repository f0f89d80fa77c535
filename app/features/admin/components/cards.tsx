import { count, formatBytes, formatNumber } from "~/domain/format-number";
import { paths } from "~/paths";
import { Link } from "@remix-run/react";
import type { Cards } from "../queries/dashboard.server";
import styles from "./admin.module.css";

interface Card {
  title: string;
  figure: string;
  details: string[];
  /** where the things are listed that it counts */
  to?: string;
}

const cardsOf = ({ companies, users, visits, calculations, queue, failures, orders, storage }: Cards): Card[] => [
  {
    title: "Companies",
    figure: formatNumber(companies.total),
    details: [`${formatNumber(companies.active)} active`],
    to: paths.adminCompanies(),
  },
  {
    title: "Users",
    figure: formatNumber(users.total),
    details: [
      `${formatNumber(users.active_last_day)} active in the last 24 hours`,
      `${formatNumber(users.unverified)} not verified`,
      `${formatNumber(users.banned)} banned`,
    ],
    to: paths.adminUsers(),
  },
  {
    title: "Visits",
    figure: formatNumber(visits.total),
    details: [`${formatNumber(visits.on_routes)} on routes`],
  },
  {
    title: "Calculations",
    figure: formatNumber(calculations.total),
    details: [`${formatNumber(calculations.last_day)} in the last 24 hours`],
  },
  {
    title: "Queue",
    figure: count(queue.waiting, "calculation"),
    details: [`${formatNumber(queue.running)} running`, `${count(queue.mails, "mail")} to be sent`],
  },
  {
    title: "Failures",
    figure: count(failures.calculations_last_day, "calculation"),
    details: ["in the last 24 hours", `${count(failures.mails, "mail")} given up`],
  },
  ...(orders === null
    ? []
    : [{ title: "Orders", figure: formatNumber(orders.waiting), details: ["waiting"], to: paths.adminOrders() }]),
  {
    title: "Storage",
    figure: formatBytes(storage.database_bytes),
    details: [
      "in the database",
      `${count(storage.files, "picture")} of visits`,
      ...(storage.free_bytes === null ? [] : [`${formatBytes(storage.free_bytes)} free`]),
    ],
  },
];

/** What there is on the whole platform. */
export function CardList({ cards }: { cards: Cards }) {
  return (
    <ul className={styles.cards}>
      {cardsOf(cards).map(({ title, figure, details, to }) => (
        <li key={title} className={styles.card}>
          <h2>{to === undefined ? title : <Link to={to}>{title}</Link>}</h2>
          <p className={`${styles.figure} num`}>{figure}</p>
          <ul>
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
