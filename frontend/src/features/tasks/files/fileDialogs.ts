// Dialogs that open from a file's row, in one chunk.
export { PicturePreview } from './PicturePreview';
export { RenameFileDialog } from './RenameFileDialog';
