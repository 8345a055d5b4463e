import { renderToString } from 'react-dom/server';
import { SupportPage } from './support-page';

export const page = renderToString(<SupportPage />);
