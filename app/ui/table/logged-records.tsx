import { Link } from "@remix-run/react";
import { formatNumber } from "~/domain/format-number";

interface LoggedRecordsProps {
  /** 'Visit 69', where no name is known any more */
  subject: string;
  kind: string | null;
  records: readonly { id: number; name: string; to: string | null }[];
  /** further ones that aren't named */
  more: number;
}

/** What an entry of a log is about: the kind, and each record by its name, which leads to it while it is there. */
export function LoggedRecords({ subject, kind, records, more }: LoggedRecordsProps) {
  if (kind === null) return <>{subject}</>;
  return (
    <>
      {kind}{" "}
      {records.map(({ id, name, to }, nth) => (
        <span key={id}>
          {nth > 0 && ", "}
          {to === null ? <bdi>{name}</bdi> : <Link to={to}>{<bdi>{name}</bdi>}</Link>}
        </span>
      ))}
      {more > 0 && ` and ${formatNumber(more)} more`}
    </>
  );
}
