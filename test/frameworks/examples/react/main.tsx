import { createRoot } from 'react-dom/client';
import { SupportPage } from './support-page';

createRoot(document.querySelector('#app')!).render(<SupportPage />);
