import { paths } from "~/paths";
import { PageTabs } from "~/ui/page/page-tabs";

/** @param userId of another user; left out: oneself */
export const ProfileTabs = ({ userId }: { userId?: number | undefined }) => (
  <PageTabs
    label="Profile"
    items={[
      { to: userId === undefined ? paths.profile() : paths.userProfile(userId), label: "Profile", isExact: true },
      { to: userId === undefined ? paths.profileCompanies() : paths.userCompanies(userId), label: "Companies" },
    ]}
  />
);
