import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";

interface ReturnOptions {
  /** The query to come back with, in place of the present one. */
  readonly search?: string;
  /** Takes the present page's place in the history. */
  readonly replace?: boolean;
}

/** Leads to the sign-in page and, after it, back to the page one is on. */
export function useLoginRedirect(): (options?: ReturnOptions) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return ({ search = location.search, replace = false } = {}) => {
    navigate(`/login?from=${encodeURIComponent(location.pathname + search)}`, { replace });
  };
}
