const DEFAULT_BRAND = 'Cairn';

/** Returns the name of this installation, which the server writes into the page, or 'Cairn' without one. */
export const brandName = (): string => {
  const content = document.querySelector('meta[name="brand"]')?.getAttribute('content')?.trim();
  return content && !/^__\w+__$/.test(content) ? content : DEFAULT_BRAND;
};
