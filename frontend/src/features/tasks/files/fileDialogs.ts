// One file for what is opened from a file's row.
export { PicturePreview } from './PicturePreview';
export { RenameFileDialog } from './RenameFileDialog';
