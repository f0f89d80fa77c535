import { COMPANY_FIELD } from "~/lib/page-stamp";
import { absolute, paths } from "~/paths";
import { PageFields } from "~/ui/form/page-fields";

interface Props {
  /** of the route's page */
  path: string;
  question: { title: string; text: string; danger: boolean };
  /** what was posted, to post again with the answer */
  values: Record<string, string>;
  /** what the question is about, where the page is another one */
  about?: boolean;
}

/** The page was out of date, and the server has a question about what was posted. */
export function QuestionCard({ path, question, values, about = false }: Props) {
  const fields = Object.entries({ ...values, confirmed: "1" }).filter(([name]) => name !== COMPANY_FIELD);
  return (
    <section className="view" id="question" tabIndex={-1}>
      <div className="about">
        {about && <p className="eyebrow" data-about="" />}
        <h1>{question.title}</h1>
        <p data-question="">{question.text}</p>
      </div>
      <form method="post" action={absolute(path)} className="actions" data-command={values.intent ?? ""}>
        <PageFields />
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button className={question.danger ? "button bad" : "button go"}>Yes</button>
        <a className="button" href={absolute(path)}>
          No
        </a>
      </form>
    </section>
  );
}

/** Filled in by the script when there is a question, on whichever page the driver is by then. */
export const QuestionTemplate = () => (
  <template id="question-template">
    <QuestionCard path={paths.driver()} question={{ title: "", text: "", danger: false }} values={{}} about />
  </template>
);
