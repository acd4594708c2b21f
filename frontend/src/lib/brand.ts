const DEFAULT_BRAND = 'Cairn';

/** Returns the name of this installation, which the server writes into the page, or 'Cairn' without one. */
export const brandName = (): string => {
  const said = document.querySelector('meta[name="brand"]')?.getAttribute('content')?.trim();
  return said && !/^__\w+__$/.test(said) ? said : DEFAULT_BRAND;
};
