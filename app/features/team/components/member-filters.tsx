import { INVITATION_LABELS, INVITATION_STATES } from "~/domain/team/invitation";
import { ROLE_FILTER_LABELS, ROLE_FILTERS, ROLE_PARAM, STATE_PARAM } from "~/domain/team/member-filter";
import { ChoiceFilter, StatusFilter } from "~/ui/table/choice-filter";

const ROLES = [
  { value: null, label: "All roles" },
  ...ROLE_FILTERS.map((value) => ({ value, label: ROLE_FILTER_LABELS[value] })),
];
const STATES = [
  { value: null, label: "All invitations" },
  ...INVITATION_STATES.map((value) => ({ value, label: INVITATION_LABELS[value] })),
];

export const TeamFilters = () => (
  <>
    <StatusFilter />
    <ChoiceFilter param={ROLE_PARAM} label="Role" choices={ROLES} />
    <ChoiceFilter param={STATE_PARAM} label="Invitation" choices={STATES} />
  </>
);
