import { useContext } from 'react';
import {
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
  useNavigate,
  useSearchParams,
  type Location,
} from 'react-router-dom';

type Change = (change: (now: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void;

/**
 * Returns the parameters of the address, and a function that changes them. The router renders a new address in a
 * transition, a moment after it changed, and its own setter starts from the rendered address. A second change in that
 * moment would undo the first, or lead back to a page that was just left. This setter starts from the current address.
 */
export const useAddressParams = (): [params: URLSearchParams, change: Change] => {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // Every router's history has the address as it is, but the type of the context leaves it out.
  const history = useContext(NavigationContext).navigator as unknown as { readonly location: Location };
  const change: Change = (changed, options) => {
    if (history.location.pathname !== pathname) return;
    void navigate({ search: changed(new URLSearchParams(history.location.search)).toString() }, options);
  };
  return [params, change];
};

/** Returns one parameter of the address, and a function that changes it in place; null removes it. */
export const useAddressParam = (name: string): [value: string | null, change: (value: string | null) => void] => {
  const [params, setParams] = useAddressParams();
  const change = (value: string | null): void =>
    setParams(
      (now) => {
        if (value === null) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  return [params.get(name), change];
};
