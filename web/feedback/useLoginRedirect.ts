import { useLocation, useNavigate } from "react-router";

/** Leads to the sign-in page and, after it, back to the page one is on. `search` replaces the query to come back with. */
export function useLoginRedirect(): (search?: string) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return (search = location.search) => {
    void navigate(`/login?from=${encodeURIComponent(location.pathname + search)}`);
  };
}
