export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser starts the download after the click.
  setTimeout(() => URL.revokeObjectURL(url));
};
