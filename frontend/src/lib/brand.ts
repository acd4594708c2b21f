const DEFAULT_BRAND = 'Cairn';

/** The name this installation goes by: the server writes it into the page. A page that no server filled in says 'Cairn'. */
export const brandName = (): string => {
  const said = document.querySelector('meta[name="brand"]')?.getAttribute('content')?.trim();
  return said && !/^__\w+__$/.test(said) ? said : DEFAULT_BRAND;
};
