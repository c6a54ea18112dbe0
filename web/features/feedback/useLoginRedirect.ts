import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";

interface ReturnOptions {
  /** The query string to return with instead of the current one. */
  readonly search?: string;
  /** Replaces the current history entry. */
  readonly replace?: boolean;
}

/** Opens the login page, which then returns to the current page. */
export function useLoginRedirect(): (options?: ReturnOptions) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return ({ search = location.search, replace = false } = {}) => {
    navigate(`/login?from=${encodeURIComponent(location.pathname + search)}`, { replace });
  };
}
